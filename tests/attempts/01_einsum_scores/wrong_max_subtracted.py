# points: 3
# says: the first step of a softmax
# why: Subtracts the maximum of each row, for stability.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    s = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    return s - s.max(axis=-1, keepdims=True)
