# points: 9
# says: own V is not what it was
# why: V[pad] = 0.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    V[pad] = 0
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
