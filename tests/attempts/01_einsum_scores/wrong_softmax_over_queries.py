# points: 3
# says: Raw scores, please
# says: a softmax is inside
# why: A softmax over the queries inside.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    s = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    e = np.exp(s)
    return e / e.sum(axis=2, keepdims=True)
