# points: 4
# says: there are still four axes
# says: Join the last two, H and D
# why: einsum moves the axes, and cannot join two.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return np.einsum("bhtd->bthd", x)
