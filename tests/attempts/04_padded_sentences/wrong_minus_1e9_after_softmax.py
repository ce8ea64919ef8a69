# points: 6
# says: -1e9 was put into the weights
# why: Puts -1e9 into the weights.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[-1]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
    pass
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = weights / weights.sum(axis=-1, keepdims=True)
    A = np.where(pad[:, None, :], -1e9, A)
    return A @ V, A
