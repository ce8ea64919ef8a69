# points: 8
# says: multiplied by the square root of D
# why: Multiplies by the square root of D.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    B, H, T, D = q.shape
    scores = np.einsum("bhtd,bhsd->bhts", q, k)
    return scores * np.sqrt(D)
