# points: 3
# says: one letter stands for axes of two sizes
# why: Writes the letters of k as if it were transposed already.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhds->bhts", q, k) / np.sqrt(q.shape[-1])
