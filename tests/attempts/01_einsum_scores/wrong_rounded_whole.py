# points: 8
# says: something rounds
# says: rounded to whole numbers
# why: Rounds to whole numbers.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.round(np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1]))
