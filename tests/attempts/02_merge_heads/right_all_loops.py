# points: 9
# says: This is a loop in Python
# why: Four loops, number by number.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.zeros((B, T, H * D), x.dtype)
    for b in range(B):
        for t in range(T):
            for h in range(H):
                for d in range(D):
                    out[b, t, h * D + d] = x[b, h, t, d]
    return out
