# points: 8
# says: divided by the square root of T, the number of queries
# why: Divides by the square root of T.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[2])
