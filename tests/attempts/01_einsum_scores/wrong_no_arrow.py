# points: 3
# says: Without an arrow, einsum sums
# why: No arrow: einsum sums the repeated letters, b and h too.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd", q, k) / np.sqrt(q.shape[-1])
