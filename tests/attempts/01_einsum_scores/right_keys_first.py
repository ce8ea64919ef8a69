# points: 10
# why: The keys are the first operand; the output is the same.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhsd,bhtd->bhts", k, q) / np.sqrt(k.shape[-1])
