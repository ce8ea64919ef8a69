# lesson: 01_einsum_scores
# points: 0
# kind: a masked array with everything masked
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    shape = (*q.shape[:3], k.shape[2])
    return np.ma.masked_all(shape)
