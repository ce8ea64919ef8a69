# points: 8
# says: divided by 8, which is right only where D is 64
# why: Divides by 8, as in the paper with D = 64.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / 8.0  # sqrt(64)
