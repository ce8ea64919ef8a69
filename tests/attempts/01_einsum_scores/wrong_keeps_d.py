# points: 3
# says: S was summed away and D was kept
# why: Keeps D and sums the keys away.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhtd", q, k) / np.sqrt(q.shape[-1])
