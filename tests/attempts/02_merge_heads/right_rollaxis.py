# points: 10
# why: rollaxis.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return np.rollaxis(x, 2, 1).reshape((B, T, H * D))
