# points: 4
# says: what a plain reshape gives
# says: the caller's own x has the shape
# why: Sets the shape of the caller's array, and only that.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    x.shape = (B, T, H * D)
    return x
