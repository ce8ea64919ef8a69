# points: 4
# says: the sum over the heads
# why: Adds the heads up.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return x.sum(axis=1)
