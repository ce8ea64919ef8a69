# lesson: 01_einsum_scores
# points: 0
# kind: an integer of a million digits
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    shape = (*q.shape[:3], k.shape[2])
    return 10**1_000_000
