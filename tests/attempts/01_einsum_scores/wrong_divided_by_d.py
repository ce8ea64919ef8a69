# points: 8
# says: These are divided by D
# says: the square root of one head's D
# why: Divides by D, not by its square root.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    d_k = q.shape[-1]  # not used in the end
    scores = np.einsum("bhtd,bhsd->bhts", q, k)
    return scores / q.shape[-1]
