# points: 10
# why: NumPy 2's matvec: all keys times one query.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.matvec(k[:, :, None], q) / np.sqrt(q.shape[-1])
