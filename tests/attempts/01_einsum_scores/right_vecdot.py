# points: 10
# why: NumPy 2's vecdot with broadcasting.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.vecdot(q[:, :, :, None], k[:, :, None]) / np.sqrt(q.shape[-1])
