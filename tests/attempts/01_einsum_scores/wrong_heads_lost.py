# points: 3
# says: The axis H was summed away
# why: Forgets h in the output.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bts", q, k) / np.sqrt(q.shape[-1])
