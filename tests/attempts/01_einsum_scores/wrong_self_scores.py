# points: 3
# says: The last axis has T entries and must have S
# says: queries against queries
# why: Uses q twice.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, q) / np.sqrt(q.shape[-1])
