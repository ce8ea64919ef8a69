# points: 8
# says: divided by d. Divide them by the square root of d
# why: Divides by d, not by its square root.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    B, n, d = Q.shape
    scores = np.einsum("bid,bjd->bij", Q, K) / d
    scores = np.where(pad[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A
