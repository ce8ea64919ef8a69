# points: 6
# says: cannot reshape array
# why: Adds H and D where it must multiply.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H + D)
