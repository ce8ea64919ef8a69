# points: 9
# says: the caller's own k is not what it was
# why: Uses the caller's k as scratch space after the product.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    k.fill(0)  # free
    return scores
