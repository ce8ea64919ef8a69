# points: 4
# says: keep what it returns
# why: Calls transpose and goes on with the old x.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    x.transpose(0, 2, 1, 3)
    x = x.reshape(B, T, H * D)
    return x
