# points: 10
# why: einsum imported by name, optimised.
# %% exercise-scores
from math import sqrt

from numpy import einsum


def attention_scores(q, k):
    return einsum("bhtd,bhsd->bhts", q, k, optimize=True) / sqrt(q.shape[-1])
