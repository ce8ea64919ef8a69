# points: 6
# says: softmax ran over the sentences
# why: axis=0.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=0, keepdims=True))
    A = e / e.sum(axis=0, keepdims=True)
    return A @ V, A
