# points: 9
# says: own pad is not what it was
# why: np.logical_not(pad, out=pad).
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    keep = np.logical_not(pad, out=pad)
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(keep[:, None, :], scores, -1e9)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
