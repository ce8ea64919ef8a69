# points: 3
# says: Raw scores, please
# why: A softmax over the whole table.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    e = np.exp(np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1]))
    return e / e.sum(axis=(-2, -1), keepdims=True)
