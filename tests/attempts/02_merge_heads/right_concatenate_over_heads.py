# points: 10
# why: concatenate goes through the moved axis.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    heads = np.moveaxis(x, 1, 0)          # (H, B, T, D)
    return np.concatenate(heads, axis=-1)
