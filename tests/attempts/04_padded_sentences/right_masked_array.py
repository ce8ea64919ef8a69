# points: 10
# why: NumPy's masked arrays.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.ma.array(scores, mask=np.broadcast_to(pad[:, None, :], scores.shape))
    e = np.ma.exp(scores - scores.max(axis=-1, keepdims=True))
    A = (e / e.sum(axis=-1, keepdims=True)).filled(0.0)
    return A @ V, A
