# points: 10
# why: Sets the shape of its own copy.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    y = np.ascontiguousarray(np.transpose(x, [0, 2, 1, 3])).copy()
    y.shape = (B, T, H * D)
    return y
