# points: 10
# why: Times D to the minus a half.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    *_, D = q.shape
    return np.einsum("bhtd,bhsd->bhts", q, k) * D ** -0.5
