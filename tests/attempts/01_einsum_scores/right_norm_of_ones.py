# points: 10
# why: The square root of D as the length of a vector of ones.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.linalg.norm(np.ones(q.shape[-1]))
