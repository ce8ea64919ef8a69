# lesson: 01_einsum_scores
# points: 0
# kind: NaN for every number
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    shape = (*q.shape[:3], k.shape[2])
    return np.full(shape, np.nan)
