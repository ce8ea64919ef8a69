# points: 9
# says: a function that calls itself
# why: Goes over the heads by calling itself.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    first, rest = x[:, 0], x[:, 1:]
    if rest.shape[1] == 0:
        return first
    return np.concatenate([first, merge_heads(rest)], axis=-1)
