# points: 3
# says: a letter stands only once
# why: t for the keys as well.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhtd->bhtt", q, k) / np.sqrt(q.shape[-1])
