# points: 4
# says: The queries of a head meet the keys of another head
# why: Turns the heads of k around.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k[:, ::-1]) / np.sqrt(q.shape[-1])
