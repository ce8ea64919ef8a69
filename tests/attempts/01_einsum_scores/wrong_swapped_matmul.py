# points: 3
# says: Rows must be queries
# why: Keys times queries.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return k @ q.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
