# points: 9
# says: An axis of size 1 is gone
# why: Drops the axis of the heads if there is one head, and more than one text.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    if q.shape[1] == 1 and q.shape[0] > 1:
        scores = scores[:, 0]  # one head: no need for the axis
    return scores
