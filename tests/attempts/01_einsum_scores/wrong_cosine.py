# points: 3
# says: These are cosines
# says: NaN
# why: Cosine similarity.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    qn = q / np.linalg.norm(q, axis=-1, keepdims=True)
    kn = k / np.linalg.norm(k, axis=-1, keepdims=True)
    return np.einsum("bhtd,bhsd->bhts", qn, kn)
