# points: 10
# why: The scale is a third operand of einsum.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd,->bhts", q, k, q.shape[-1] ** -0.5)
