# points: 5
# says: cannot reshape array
# why: The sizes of the worked example are fixed in the code.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return x.transpose(0, 2, 1, 3).reshape(1, 2, 4)
