# points: 8
# says: what stands after the decimal point is lost
# why: Fills an integer array slice by slice.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.zeros((B, T, H * D), dtype=int)
    for h in range(H):
        out[:, :, h * D:(h + 1) * D] = x[:, h]
    return out
