# points: 4
# says: the mean of the heads
# why: Averages the heads.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return x.mean(axis=1)
