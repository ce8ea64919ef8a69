# points: 6
# says: The scores were multiplied by V
# why: Multiplies scores by V.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return scores @ V, A
