# points: 4
# says: the axis of the texts is gone
# why: Takes x[0] and forgets the batch.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    x = x[0]                      # (H, T, D)
    H, T, D = x.shape
    return x.transpose(1, 0, 2).reshape(T, H * D)
