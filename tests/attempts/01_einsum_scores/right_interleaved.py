# points: 10
# why: einsum's interleaved form: lists of numbers in place of letters.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum(q, [0, 1, 2, 4], k, [0, 1, 3, 4], [0, 1, 2, 3]) / np.sqrt(q.shape[-1])
