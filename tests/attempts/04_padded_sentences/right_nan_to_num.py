# points: 10
# why: Minus infinity, NaN turned to 0 at the end (NumPy warns).
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -np.inf, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = np.nan_to_num(e / e.sum(axis=-1, keepdims=True))
    return A @ V, A
