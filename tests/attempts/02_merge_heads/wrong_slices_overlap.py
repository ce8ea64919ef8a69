# points: 4
# says: Look at position 0
# why: Fills slice by slice, and steps by 1 and not by D.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.zeros((B, T, H * D))
    for h in range(H):
        out[:, :, h:h + D] = x[:, h]
    return out
