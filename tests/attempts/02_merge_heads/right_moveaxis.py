# points: 10
# why: moveaxis.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    moved = np.moveaxis(x, 1, 2)          # (B, T, H, D)
    return moved.reshape(*moved.shape[:2], -1)
