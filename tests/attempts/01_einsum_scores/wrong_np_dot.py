# points: 3
# says: np.dot and its like do not batch
# why: np.dot with the right swap: every text meets every text.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.dot(q, np.swapaxes(k, -1, -2)) / np.sqrt(q.shape[-1])
