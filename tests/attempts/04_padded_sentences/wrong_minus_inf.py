# points: 9
# says: A sentence of nothing but padding gave NaN
# says: -np.inf
# why: Minus infinity: NaN in a row of nothing but padding.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[-1]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
    scores = np.where(pad[:, None, :], -np.inf, scores)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = weights / weights.sum(axis=-1, keepdims=True)
    return A @ V, A
