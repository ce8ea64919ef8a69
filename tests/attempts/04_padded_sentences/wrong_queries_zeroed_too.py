# points: 6
# says: rows of the padding are empty
# why: Also empties the rows of padding queries.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[-1]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
    scores = np.where(pad[:, None, :], -1e9, scores)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = weights / weights.sum(axis=-1, keepdims=True)
    A = A * ~pad[:, :, None]   # padding asks nothing
    return A @ V, A
