# points: 9
# says: the caller's own x is not what it was
# why: The result is right; x is used as scratch paper afterwards.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    merged = x.transpose(0, 2, 1, 3).reshape(B, T, H * D).copy()
    x[:] = 0  # free the memory
    return merged
