# points: 10
# why: Flattens everything after the swap and cuts it anew.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    line = x.transpose(0, 2, 1, 3).ravel()
    return line.reshape(B, T, H * D)
