# points: 4
# says: Look at position 0
# why: Right shape, no numbers.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.zeros((B, T, H * D))
    # TODO fill
    return out
