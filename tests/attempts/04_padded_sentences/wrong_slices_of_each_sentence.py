# points: 9
# says: Padding may stand anywhere: hide the columns where pad is True
# why: Counts the words of each sentence, and takes it that padding is on the right.
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
