# points: 3
# says: Every axis needs a letter
# why: Leaves out the heads: three letters for four axes.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("btd,bsd->bts", q, k) / np.sqrt(q.shape[-1])
