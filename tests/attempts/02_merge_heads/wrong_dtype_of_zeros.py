# points: 9
# says: The result must have the dtype of x
# why: Fills an array of zeros, which is float64 whatever x is.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.zeros((B, T, H * D))
    out.reshape(B, T, H, D)[:] = x.swapaxes(1, 2)
    return out
