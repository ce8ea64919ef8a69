# points: 4
# says: The heads are glued along time
# why: Concatenates on axis 1, which is time once the heads are taken apart.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    heads = [x[:, h] for h in range(x.shape[1])]
    return np.concatenate(heads, axis=1)
