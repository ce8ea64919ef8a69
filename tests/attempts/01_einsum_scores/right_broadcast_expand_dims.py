# points: 10
# why: Broadcasting with expand_dims.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.sum(np.expand_dims(q, 3) * np.expand_dims(k, 2), -1) / np.sqrt(q.shape[-1])
