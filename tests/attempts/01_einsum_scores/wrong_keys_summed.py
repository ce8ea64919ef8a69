# points: 3
# says: The axis S was summed away
# why: Forgets s in the output.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bht", q, k) / np.sqrt(q.shape[-1])
