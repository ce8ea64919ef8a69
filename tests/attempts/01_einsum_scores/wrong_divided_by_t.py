# points: 9
# says: divided by T, the number of queries
# why: Divides by T itself.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / q.shape[2]
