# points: 10
# why: moveaxis in place of swapaxes.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return q @ np.moveaxis(k, -1, -2) / np.sqrt(q.shape[-1])
