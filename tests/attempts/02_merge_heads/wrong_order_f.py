# points: 4
# says: order='F'
# says: reads the first axis fastest
# why: Reshapes in Fortran order.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return np.reshape(x, (B, T, H * D), order="F")
