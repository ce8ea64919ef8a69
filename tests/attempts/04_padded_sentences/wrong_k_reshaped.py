# points: 7
# says: reshape does not turn axes
# why: Reshape for a transpose.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    B, n, d = K.shape
    scores = Q @ K.reshape(B, d, n) / np.sqrt(d)
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
