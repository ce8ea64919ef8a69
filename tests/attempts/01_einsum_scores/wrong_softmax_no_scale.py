# points: 3
# says: Raw scores, please
# says: The scale is missing as well
# why: A softmax, and no scale.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    e = np.exp(np.einsum("bhtd,bhsd->bhts", q, k))
    return e / e.sum(-1, keepdims=True)
