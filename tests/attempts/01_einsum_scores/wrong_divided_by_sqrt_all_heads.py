# points: 9
# says: divided by the square root of H times D, all heads together
# why: Divides by the square root of H times D, the embedding size.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    d_model = q.shape[1] * q.shape[3]
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(d_model)
