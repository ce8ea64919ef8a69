# points: 8
# says: divided by the square root of H, the number of heads
# why: Divides by the square root of H: reads the wrong axis.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[1])
