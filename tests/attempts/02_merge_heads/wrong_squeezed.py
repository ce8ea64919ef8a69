# points: 8
# says: an axis of size 1 is gone
# says: the axis of the texts is gone
# why: Squeezes the result.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.transpose(x, (0, 2, 1, 3)).reshape(B, T, H * D)
    return np.squeeze(out)
