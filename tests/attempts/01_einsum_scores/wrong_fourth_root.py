# points: 8
# says: divided by the fourth root of D
# why: Scales only q, by the fourth root of D.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q / q.shape[-1] ** 0.25, k)
