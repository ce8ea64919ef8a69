# points: 10
# why: Two index arrays give head and number of every column.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    column = np.arange(H * D)
    return x.transpose(0, 2, 1, 3)[:, :, column // D, column % D]
