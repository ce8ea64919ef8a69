# lesson: 01_einsum_scores
# points: 0
# kind: an array without axes
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    shape = (*q.shape[:3], k.shape[2])
    return np.array(0.5)
