# points: 10
# why: einsum writes into an array of floats of its own.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    out = np.empty(q.shape[:3] + (k.shape[2],))
    np.einsum("bhtd,bhsd->bhts", q, k, out=out)
    out /= np.sqrt(q.shape[-1])
    return out
