# points: 3
# says: swap the last two only
# why: np.transpose without axes turns all four around.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.matmul(q, np.transpose(k)) / np.sqrt(q.shape[-1])
