# points: 8
# says: multiplied by the square root of d
# why: Multiplies instead of dividing.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[-1]
    scores = Q @ K.swapaxes(-1, -2) * np.sqrt(d)
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A
