# points: 10
# why: A one-hot array of the dtype of x puts every number in its column.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    H, D = x.shape[1], x.shape[3]
    place = np.eye(H * D, dtype=x.dtype).reshape(H, D, H * D)
    return np.einsum("bhtd,hdc->btc", x, place)
