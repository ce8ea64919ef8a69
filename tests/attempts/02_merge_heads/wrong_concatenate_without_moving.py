# points: 4
# says: The texts were glued together, not the heads
# why: np.concatenate over x goes through axis 0, the texts.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    # concatenate all heads along the last axis
    return np.concatenate(x, axis=-1)
