# points: 3
# says: not the dot products of each query with each key
# why: Negative squared distances in place of dot products.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return -((q[:, :, :, None] - k[:, :, None]) ** 2).sum(-1) / np.sqrt(q.shape[-1])
