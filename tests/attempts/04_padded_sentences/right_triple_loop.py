# points: 10
# why: Loops over everything, number by number.
# %% exercise-dikkat
import numpy as np
import math

def dikkat(Q, K, V, pad):
    B, n, d = Q.shape
    A = np.zeros((B, n, n))
    out = np.zeros((B, n, V.shape[2]))
    for b in range(B):
        for i in range(n):
            row = []
            for j in range(n):
                row.append(-1e9 if pad[b, j] else sum(Q[b, i] * K[b, j]) / math.sqrt(d))
            top = max(row)
            e = [math.exp(r - top) for r in row]
            for j in range(n):
                A[b, i, j] = e[j] / sum(e)
            out[b, i] = sum(A[b, i, j] * V[b, j] for j in range(n))
    return out, A
