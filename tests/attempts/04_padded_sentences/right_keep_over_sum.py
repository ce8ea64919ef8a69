# points: 10
# why: exp times keep over its sum, guarded where nothing is kept.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
    keep = ~pad[:, None, :]
    e = np.exp(scores - scores.max(-1, keepdims=True)) * keep
    total = e.sum(-1, keepdims=True)
    A = e / np.where(total == 0, 1, total)
    return A @ V, A
