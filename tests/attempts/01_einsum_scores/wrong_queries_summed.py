# points: 3
# says: The axis T was summed away
# why: Forgets t in the output.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhs", q, k) / np.sqrt(q.shape[-1])
