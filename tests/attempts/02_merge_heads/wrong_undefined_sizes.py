# points: 4
# says: name 'B' is not defined
# why: Uses B, T, H and D without reading them from x.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)
