# points: 10
# why: In place, on a copy of its own.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    q = q.astype(float)  # a copy
    q /= np.sqrt(q.shape[-1])
    scores = np.einsum("bhtd,bhsd->bhts", q, k)
    return scores
