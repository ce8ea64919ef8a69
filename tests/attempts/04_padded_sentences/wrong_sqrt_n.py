# points: 7
# says: square root of n, the number of positions
# why: Takes the size of the wrong axis.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[1]   # size
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d)
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A
