# points: 4
# says: one letter stands for axes of two sizes
# why: t for both positions, so each query meets one key only.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhtd->bht", q, k)
    return scores[..., None] / np.sqrt(q.shape[-1])
