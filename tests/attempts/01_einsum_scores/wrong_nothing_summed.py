# points: 3
# says: Nothing was summed
# why: Broadcasts the products and forgets the sum.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return (q[:, :, :, None, :] * k[:, :, None, :, :]) / np.sqrt(q.shape[-1])
