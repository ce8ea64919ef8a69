# points: 9
# says: This is a loop in Python
# why: Fills slice by slice; loses only the loop point.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.empty((B, T, H * D), dtype=x.dtype)
    for h in range(H):
        out[:, :, h * D:(h + 1) * D] = x[:, h]
    return out
