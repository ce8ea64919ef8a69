# points: 10
# why: Broadcasting and a sum.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return (q[:, :, :, None, :] * k[:, :, None, :, :]).sum(axis=-1) / np.sqrt(q.shape[-1])
