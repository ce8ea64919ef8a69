# points: 9
# says: whole numbers of the scores
# why: Gives the result the dtype of q, which cuts integers off.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    return scores.astype(q.dtype)
