# points: 4
# says: A query meets the keys of its own text and head
# why: Averages the heads and gives every head the mean.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    mean = scores.mean(axis=1, keepdims=True)
    return np.repeat(mean, q.shape[1], axis=1)
