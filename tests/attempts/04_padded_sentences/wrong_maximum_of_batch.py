# points: 6
# says: maximum was taken over the sentences
# why: The maximum runs over the sentences.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=0, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
