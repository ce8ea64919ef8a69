# points: 10
# why: Assigns into a four-axis view of the result.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.empty((B, T, H * D), x.dtype)
    out.reshape(B, T, H, D)[...] = x.swapaxes(1, 2)
    return out
