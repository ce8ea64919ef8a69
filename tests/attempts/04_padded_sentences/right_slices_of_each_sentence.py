# points: 10
# why: A loop over sentences that cuts the padding off.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    B, n, d = Q.shape
    A = np.zeros((B, n, n))
    for b in range(B):
        length = (~pad[b]).sum()
        if length == 0:
            A[b] = 1 / n     # nothing to look at
            continue
        s = Q[b] @ K[b, :length].T / np.sqrt(d)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        A[b, :, :length] = e / e.sum(axis=1, keepdims=True)
    return A @ V, A
