# points: 4
# says: axes don't match array
# why: Gives torch's transpose(1, 2) to NumPy.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(1, 2).reshape(B, T, H * D)
