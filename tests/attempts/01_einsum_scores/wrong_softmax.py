# points: 3
# says: Raw scores, please
# why: A softmax over the keys inside.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    s = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
