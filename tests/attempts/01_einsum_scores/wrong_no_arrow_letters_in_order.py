# points: 3
# says: The axes B and H are gone
# why: No arrow, letters in alphabetical order: b and h are summed.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("abcz,abdz", q, k) / np.sqrt(q.shape[-1])
