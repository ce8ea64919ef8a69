# points: 9
# says: One maximum was taken for a whole sentence
# why: One maximum for a sentence.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    biggest = scores.max(axis=(1, 2), keepdims=True)
    e = np.exp(scores - biggest)
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
