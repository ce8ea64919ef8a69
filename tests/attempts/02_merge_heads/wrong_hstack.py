# points: 4
# says: axis 0 is B, the texts
# says: The texts were glued together, not the heads
# why: np.hstack goes through the texts.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return np.hstack(x)
