# points: 9
# says: A sentence of nothing but padding gave NaN
# why: exp times keep over its sum: 0 / 0 where nothing is kept.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
    keep = ~pad[:, None, :]
    e = np.exp(scores - scores.max(-1, keepdims=True)) * keep
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A
