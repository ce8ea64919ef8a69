# points: 9
# says: the caller's own x can no longer be written to
# why: Makes the caller's x read-only.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    x.flags.writeable = False
    B, H, T, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)
