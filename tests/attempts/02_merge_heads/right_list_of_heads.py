# points: 9
# says: This is a loop in Python
# why: Concatenates a list comprehension of heads.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    heads = [x[:, h] for h in range(x.shape[1])]
    return np.concatenate(heads, axis=-1)
