# points: 4
# says: the first head alone
# why: Returns head 0.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return x[:, 0, :, :]
