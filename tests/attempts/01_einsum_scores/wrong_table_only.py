# points: 3
# says: The axes B and H are gone
# why: The result is (T, S): texts and heads are added up.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->ts", q, k) / np.sqrt(q.shape[-1])
