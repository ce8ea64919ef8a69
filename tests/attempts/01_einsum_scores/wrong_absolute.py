# points: 9
# says: The minus signs are gone
# why: Takes the absolute value.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.abs(np.einsum("bhtd,bhsd->bhts", q, k)) / np.sqrt(q.shape[-1])
