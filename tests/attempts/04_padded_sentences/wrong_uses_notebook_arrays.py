# points: 6
# says: not H, X or other names of the notebook
# why: Uses the notebook's H and X instead of the arguments.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    Q, K, V = H @ Wq, H @ Wk, H @ Wv
    pad = X == 0
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(8)
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return A @ V, A
