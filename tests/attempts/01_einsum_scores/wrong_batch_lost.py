# points: 3
# says: The axis B was summed away
# why: Forgets b in the output.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->hts", q, k) / np.sqrt(q.shape[-1])
