# points: 4
# says: An array must come back, and it is a list
# why: Returns nested lists.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D).tolist()
