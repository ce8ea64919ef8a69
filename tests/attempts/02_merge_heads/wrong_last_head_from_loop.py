# points: 4
# says: the last head alone
# why: Overwrites the result in every turn of the loop.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    for h in range(x.shape[1]):
        out = x[:, h]
    return out
