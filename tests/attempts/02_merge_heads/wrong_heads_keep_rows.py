# points: 4
# says: Each head still has a row of its own
# says: not H with T
# why: Joins H with T in place of D.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T * H, D)
