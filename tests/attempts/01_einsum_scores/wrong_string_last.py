# points: 3
# says: einsum wants the string of letters first
# why: Puts the letters after the arrays.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum(q, k, "bhtd,bhsd->bhts") / np.sqrt(q.shape[-1])
