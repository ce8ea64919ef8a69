# points: 9
# says: divided by half of D
# says: write D ** 0.5
# why: D ** 1 / 2 is (D ** 1) / 2, half of D.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / (q.shape[-1] ** 1 / 2)
