# points: 3
# says: A matrix product needs the last axis of the first array
# why: Multiplies without a transpose.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.matmul(q, k) / np.sqrt(q.shape[-1])
