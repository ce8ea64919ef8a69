# points: 10
# why: q is scaled before the product.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    q_scaled = q / np.sqrt(q.shape[-1])  # a new array
    return np.einsum("bhtd,bhsd->bhts", q_scaled, k)
