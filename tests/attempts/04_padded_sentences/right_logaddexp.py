# points: 10
# why: The logarithm of the sum by np.logaddexp.reduce.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    A = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return A @ V, A
