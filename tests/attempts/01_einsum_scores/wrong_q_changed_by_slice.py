# points: 8
# says: the caller's own q is not what it was
# why: Assigns into q: the caller's array, and cut off where it holds integers.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    q[:] = q / np.sqrt(q.shape[-1])
    return np.einsum("bhtd,bhsd->bhts", q, k)
