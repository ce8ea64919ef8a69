# points: 10
# why: The dtype's smallest number in place of -1e9.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[-1]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
    tiny = np.finfo(scores.dtype).min
    scores = np.where(pad[:, None, :], tiny, scores)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = weights / weights.sum(axis=-1, keepdims=True)
    return A @ V, A
