# lesson: 01_einsum_scores
# points: 0
# kind: a broadcast array that pretends to be a terabyte
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    shape = (*q.shape[:3], k.shape[2])
    return np.broadcast_to(np.zeros(1), (10**6, 10**6))
