# points: 10
# why: D to the 1/4 on q and on k.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    r = q.shape[-1] ** 0.25
    return np.einsum("bhtd,bhsd->bhts", q / r, k / r)
