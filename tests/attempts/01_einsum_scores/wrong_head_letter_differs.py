# points: 4
# says: A query meets the keys of its own text and head
# why: A letter of its own for the heads of k: they are summed, and heads mix.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bgsd->bhts", q, k) / np.sqrt(q.shape[-1])
