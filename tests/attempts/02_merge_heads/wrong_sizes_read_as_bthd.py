# points: 5
# says: The number of heads stands where the number of positions belongs
# says: axis 1 is H and axis 2 is T
# why: Names the axes B, T, H, D: right only where H is T.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, T, H, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)
