# points: 6
# says: e^0 is 1
# why: Queries, keys and values of padding are zeroed, nothing is hidden.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    real = (~pad)[..., None]
    Q, K, V = Q * real, K * real, V * real
    s = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A
