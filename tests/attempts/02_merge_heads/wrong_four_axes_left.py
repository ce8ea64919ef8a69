# points: 4
# says: there are still four axes
# why: Moves the axes and does not join them.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return x.transpose(0, 2, 1, 3)
