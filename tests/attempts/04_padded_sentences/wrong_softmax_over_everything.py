# points: 6
# says: the sum has no axis
# why: One sum over everything.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max())
    A = e / e.sum()
    return A @ V, A
