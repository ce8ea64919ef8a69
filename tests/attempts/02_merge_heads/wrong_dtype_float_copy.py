# points: 9
# says: The result must have the dtype of x
# why: Turns everything into float first.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    x = np.array(x, dtype=float)
    B, H, T, D = x.shape
    return np.stack(x.swapaxes(0, 1), axis=2).reshape(B, T, H * D)
