# points: 10
# why: Keys by queries, and then swapped.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhst", q, k) / np.sqrt(q.shape[-1])
    return np.swapaxes(scores, 2, 3)
