# points: 9
# says: whole numbers of the scores
# why: Rounds if the input holds integers.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    if np.issubdtype(q.dtype, np.integer):
        scores = np.rint(scores).astype(int)  # keep the type of the input
    return scores
