# points: 3
# says: The axes B and H are gone
# why: Takes the first text and head, so that .T works.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return q[0, 0] @ k[0, 0].T / np.sqrt(q.shape[-1])
