# points: 3
# says: S was summed away and D was kept
# why: Broadcasts, and then sums over the wrong axis.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    products = q[:, :, :, None, :] * k[:, :, None, :, :]
    return products.sum(axis=3) / np.sqrt(q.shape[-1])
