# points: 9
# says: One maximum was taken for all scores
# why: One maximum for everything.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - np.max(scores))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
