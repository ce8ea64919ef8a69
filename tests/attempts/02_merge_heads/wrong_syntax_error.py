# points: 4
# says: The name merge_heads does not exist
# why: A colon is missing; the cell never runs.
# %% exercise-merge
import numpy as np


def merge_heads(x)
    B, H, T, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)
