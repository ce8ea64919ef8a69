# points: 10
# why: matmul with the last two axes swapped.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
