# points: 4
# says: The name merge_heads does not exist
# why: The function has another name, and the stub's is gone.
# %% exercise-merge
import numpy as np


def merge_head(x):
    B, H, T, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)
