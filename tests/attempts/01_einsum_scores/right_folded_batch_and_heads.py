# points: 10
# why: Batch and heads folded into one axis, and unfolded.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    B, H, T, D = q.shape
    S = k.shape[2]
    flat_q = q.reshape(B * H, T, D)
    flat_k = k.reshape(B * H, S, D)
    scores = np.einsum("ntd,nsd->nts", flat_q, flat_k)
    return scores.reshape(B, H, T, S) / np.sqrt(D)
