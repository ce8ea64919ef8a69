# points: 4
# says: B needs the same letter in q and in k
# why: A letter of its own for the texts of k.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,chsd->bhts", q, k) / np.sqrt(q.shape[-1])
