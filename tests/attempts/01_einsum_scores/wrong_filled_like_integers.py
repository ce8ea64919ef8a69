# points: 9
# says: whole numbers of the scores
# says: cuts off all after the point
# why: Fills an array of q's dtype.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    out = np.zeros(q.shape[:3] + (k.shape[2],), dtype=q.dtype)
    out[...] = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    return out
