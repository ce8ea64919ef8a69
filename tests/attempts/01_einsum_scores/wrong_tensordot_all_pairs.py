# points: 3
# says: np.dot and its like do not batch
# why: tensordot over the last axes only.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.tensordot(q, k, axes=([-1], [-1])) / np.sqrt(q.shape[-1])
