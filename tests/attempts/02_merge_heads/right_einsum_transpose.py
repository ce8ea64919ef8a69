# points: 10
# why: einsum only to reorder the axes.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return np.einsum("bhtd->bthd", x).reshape(B, T, H * D)
