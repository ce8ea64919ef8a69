# points: 8
# says: x ** 1/2 is (x ** 1) / 2
# why: Writes ** 1/2 for the root.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    D = q.shape[-1]
    return np.einsum("bhtd,bhsd->bhts", q, k) / D ** 1/2
