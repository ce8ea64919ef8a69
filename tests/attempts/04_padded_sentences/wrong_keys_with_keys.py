# points: 6
# says: keys with keys
# why: Never uses Q.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = K @ K.swapaxes(1, 2) / np.sqrt(K.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
