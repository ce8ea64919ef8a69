# points: 9
# says: The result must have the dtype of x
# why: Works in float32.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.astype("float32").transpose((0, 2, 1, 3)).reshape(B, T, -1)
