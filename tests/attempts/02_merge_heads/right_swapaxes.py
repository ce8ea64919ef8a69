# points: 10
# why: swapaxes and -1.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    y = np.swapaxes(x, 1, 2)
    return y.reshape(y.shape[0], y.shape[1], -1)
