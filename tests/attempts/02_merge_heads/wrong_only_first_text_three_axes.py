# points: 5
# says: Only text 0 came back
# why: Takes x[0] and gives the batch axis back with size 1.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    first = x[0]
    H, T, D = first.shape
    merged = first.swapaxes(0, 1).reshape(T, H * D)
    return merged[np.newaxis]
