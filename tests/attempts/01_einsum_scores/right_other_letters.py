# points: 10
# why: Other letters.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("nhqc,nhkc->nhqk", q, k) / np.sqrt(q.shape[-1])
