# points: 4
# says: B and H have changed places
# why: The order of the axes is (H, B, T, S).
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->hbts", q, k) / np.sqrt(q.shape[-1])
