# points: 10
# why: exp times keep over a sum that cannot be 0.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
    keep = ~pad[:, None, :]
    e = np.exp(scores - scores.max(-1, keepdims=True)) * keep
    A = e / np.maximum(e.sum(-1, keepdims=True), 1e-12)
    return A @ V, A
