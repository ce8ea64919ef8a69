# points: 3
# says: H and T have changed places
# why: The order of the axes is (B, T, H, S).
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bths", q, k) / np.sqrt(q.shape[-1])
