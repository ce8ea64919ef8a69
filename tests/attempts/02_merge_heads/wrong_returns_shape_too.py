# points: 4
# says: An array must come back, and it is a tuple
# why: Returns the array and its shape.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = x.transpose(0, 2, 1, 3).reshape(B, T, H * D)
    return out, out.shape
