# points: 3
# says: np.dot and its like do not batch
# why: np.inner: every text and head meets every other.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.inner(q, k) / np.sqrt(q.shape[-1])
