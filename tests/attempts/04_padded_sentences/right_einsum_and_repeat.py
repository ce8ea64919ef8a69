# points: 10
# why: einsum for both products, the mask repeated.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    n = Q.shape[1]
    scores = np.einsum("bqd,bkd->bqk", Q, K) * Q.shape[2] ** -0.5
    mask = np.repeat(np.expand_dims(pad, 1), n, axis=1)
    scores[mask] = -1e9
    e = np.exp(scores - scores.max(2)[..., None])
    A = e / e.sum(2)[..., None]
    return np.einsum("bqk,bkv->bqv", A, V), A
