# points: 10
# why: (B, T, D, H) read in Fortran order.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(0, 2, 3, 1).reshape((B, T, H * D), order="F")
