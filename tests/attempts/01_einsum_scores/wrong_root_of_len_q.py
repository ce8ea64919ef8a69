# points: 8
# says: len(q) is B
# says: the square root of B, the number of texts
# why: Takes len(q) for D.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(len(q))
