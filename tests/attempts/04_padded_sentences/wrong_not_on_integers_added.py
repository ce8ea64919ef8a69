# points: 6
# says: All weight went to the padding
# why: ~ on integers times -1e9: the padding gets +2e9.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[-1]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
    m = pad.astype(int)
    scores = scores + ~m[:, None, :] * -1e9
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = weights / weights.sum(axis=-1, keepdims=True)
    return A @ V, A
