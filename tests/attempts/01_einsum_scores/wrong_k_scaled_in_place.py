# points: 9
# says: the caller's own k is not what it was
# why: Multiplies k in place where it holds floats.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scale = 1 / np.sqrt(q.shape[-1])
    if k.dtype.kind == "f":
        k *= scale  # saves memory
    else:
        k = k * scale
    return np.einsum("bhtd,bhsd->bhts", q, k)
