# points: 8
# says: plain dot products
# says: square root of d
# why: Forgets the scale.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.transpose(0, 2, 1)
    scores = np.where(pad[:, None, :], -1e9, scores)
    scores = scores - scores.max(axis=-1, keepdims=True)
    A = np.exp(scores)
    A = A / A.sum(axis=-1, keepdims=True)
    return A @ V, A
