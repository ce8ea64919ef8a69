# points: 3
# says: it does not batch
# why: np.dot with k.T.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.dot(q, k.T) / np.sqrt(q.shape[-1])
