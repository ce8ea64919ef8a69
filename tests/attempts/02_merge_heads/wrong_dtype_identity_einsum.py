# points: 9
# says: The result must have the dtype of x
# why: A one-hot tensor puts every number in its column.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    H, D = x.shape[1], x.shape[3]
    place = np.eye(H * D).reshape(H, D, H * D)
    return np.einsum("bhtd,hdc->btc", x, place)
