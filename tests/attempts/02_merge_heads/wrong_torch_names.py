# points: 4
# says: AttributeError
# says: no attribute 'permute'
# why: Writes PyTorch's permute on a NumPy array.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.permute(0, 2, 1, 3).reshape(B, T, H * D)
