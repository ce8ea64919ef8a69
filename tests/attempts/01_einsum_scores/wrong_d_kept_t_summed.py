# points: 3
# says: D was kept and T was summed away
# why: Writes bhds after the arrow.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhds", q, k) / np.sqrt(q.shape[-1])
