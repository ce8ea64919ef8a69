# points: 4
# says: NumPy went through axis 0, and axis 0 is B
# why: Concatenates over the texts.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    return np.concatenate(x)
