# points: 8
# says: These are the dot products divided by
# says: Read D from the shape
# why: Divides by the square root of q.size.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.size)
