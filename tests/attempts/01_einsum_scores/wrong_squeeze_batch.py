# points: 8
# says: An axis is gone
# says: size 1
# why: Drops the batch axis if there is one text only.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    return scores[0] if len(scores) == 1 else scores
