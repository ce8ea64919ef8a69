# points: 6
# says: padding of the first one
# why: Takes one sentence's padding for all, by looking only at pad[0].
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    d = Q.shape[-1]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)
    # the padding is at the same place anyway
    scores = np.where(pad[0], -1e9, scores)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = weights / weights.sum(axis=-1, keepdims=True)
    return A @ V, A
