# points: 10
# why: Checks its input and warns.
# %% exercise-scores
import warnings

import numpy as np


def attention_scores(q, k):
    assert q.ndim == k.ndim == 4, "four axes please"
    assert q.shape[:2] == k.shape[:2] and q.shape[3] == k.shape[3]
    if q.shape[2] != k.shape[2]:
        warnings.warn("T and S differ")
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
