# points: 4
# says: the sum over the heads
# why: Leaves h out of the output of einsum, which sums it.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return np.einsum("bhtd->btd", x)
