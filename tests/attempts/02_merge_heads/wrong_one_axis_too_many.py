# points: 4
# says: The axes of size 1 are not
# why: Splits and joins the heads, and keeps their axis.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return np.concatenate(np.split(x, x.shape[1], axis=1), axis=3)
