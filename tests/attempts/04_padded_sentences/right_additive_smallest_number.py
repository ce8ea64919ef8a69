# points: 10
# why: Adds the dtype's smallest number.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[-1]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
    bias = np.where(pad, np.finfo(float).min, 0.0)
    scores = scores + bias[:, np.newaxis, :]
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = weights / weights.sum(axis=-1, keepdims=True)
    return A @ V, A
