# points: 9
# says: An integer array has no room for fractions
# why: scores /= on an integer array.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k)
    scores /= np.sqrt(q.shape[-1])
    return scores
