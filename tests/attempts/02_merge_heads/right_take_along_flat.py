# points: 10
# why: Computes the place in memory of every number.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    b = np.arange(B)[:, None, None]
    t = np.arange(T)[None, :, None]
    c = np.arange(H * D)[None, None, :]
    place = ((b * H + c // D) * T + t) * D + c % D
    return x.reshape(-1)[place]
