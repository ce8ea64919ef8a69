# points: 10
# why: Two helpers of the learner's own.
# %% exercise-scores
import numpy as np


def scale(x):
    return np.sqrt(x.shape[-1])


def dot_products(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k)


def attention_scores(q, k):
    return dot_products(q, k) / scale(q)
