# points: 9
# says: own Q is not what it was
# why: Q /= sqrt(d).
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    Q /= np.sqrt(Q.shape[-1])
    scores = Q @ K.swapaxes(1, 2)
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
