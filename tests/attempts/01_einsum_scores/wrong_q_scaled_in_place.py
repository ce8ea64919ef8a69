# points: 8
# says: the caller's own q is not what it was
# says: An integer array has no room for fractions
# why: q /= changes the caller's q (and stops on integers).
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    q /= np.sqrt(q.shape[-1])
    return np.einsum("bhtd,bhsd->bhts", q, k)
