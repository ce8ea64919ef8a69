# points: 4
# says: The last head comes first
# why: Joins the heads from the last to the first.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = x[:, ::-1]
    return out.swapaxes(1, 2).reshape(B, T, H * D)
