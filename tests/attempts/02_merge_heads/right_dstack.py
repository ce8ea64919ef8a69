# points: 10
# why: dstack over the moved axis.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return np.dstack(tuple(x.swapaxes(0, 1)))
