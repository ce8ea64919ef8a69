# points: 10
# why: An ellipsis for the batch and the heads.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("...td,...sd->...ts", q, k) / np.sqrt(q.shape[-1])
