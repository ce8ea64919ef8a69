# points: 4
# says: x.T turns all four axes round
# says: your axes were in the order (D, T, H, B)
# why: Uses x.T on four axes.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.T.reshape(B, T, H * D)
