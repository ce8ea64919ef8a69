# points: 4
# says: the maximum over the heads
# why: Takes the largest value over the heads.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return np.max(x, axis=1)
