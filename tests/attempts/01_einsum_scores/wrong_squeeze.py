# points: 8
# says: An axis of size 1 is gone
# why: Squeezes the result.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.squeeze(np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1]))
