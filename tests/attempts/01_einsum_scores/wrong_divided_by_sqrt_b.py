# points: 8
# says: divided by the square root of B, the number of texts
# why: Divides by the square root of len(q), which is B.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(len(q))
