# lesson: 01_einsum_scores
# points: 0
# kind: the next student, after a start-up file was left
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
