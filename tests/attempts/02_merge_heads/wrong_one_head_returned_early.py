# points: 9
# says: It is merged all the same
# why: Returns x untouched where there is one head.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    if H == 1:
        return x      # nothing to merge
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)
