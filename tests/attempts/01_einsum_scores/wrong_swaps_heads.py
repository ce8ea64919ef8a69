# points: 3
# says: A matrix product needs the last axis of the first array
# why: Swaps the heads and positions of k.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return q @ np.swapaxes(k, 1, 2) / np.sqrt(q.shape[-1])
