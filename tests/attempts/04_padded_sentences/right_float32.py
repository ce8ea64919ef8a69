# points: 10
# why: Works in float32.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    Q, K, V = (a.astype(np.float32) for a in (Q, K, V))
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(np.float32(Q.shape[-1]))
    scores = np.where(pad[:, None, :], np.float32(-1e9), scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
