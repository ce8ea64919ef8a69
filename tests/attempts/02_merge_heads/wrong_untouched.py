# points: 4
# says: This is x as it came
# why: Swaps without keeping, and returns x.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    np.swapaxes(x, 1, 2)
    return x
