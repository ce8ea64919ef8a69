# points: 9
# says: the caller's own x has the shape
# says: works in place
# why: The result is right and is written into the caller's array.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    merged = x.transpose(0, 2, 1, 3).reshape(B, T, H * D).copy()
    x.shape = (B, T, H * D)   # make room
    x[...] = merged
    return x
