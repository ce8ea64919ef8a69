# points: 6
# says: weights of a whole sentence add up to 1
# why: Sum over both axes of a sentence.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=(1, 2), keepdims=True))
    A = e / e.sum(axis=(1, 2), keepdims=True)
    return A @ V, A
