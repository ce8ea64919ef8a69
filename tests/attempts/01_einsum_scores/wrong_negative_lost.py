# points: 9
# says: Negative scores have become 0
# why: Cuts negative scores off.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.maximum(np.einsum("bhtd,bhsd->bhts", q, k), 0) / np.sqrt(q.shape[-1])
