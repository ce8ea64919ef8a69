# points: 4
# says: the first head alone
# why: The return stands inside the loop.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    parts = []
    for h in range(x.shape[1]):
        parts.append(x[:, h])
        return np.concatenate(parts, axis=-1)
