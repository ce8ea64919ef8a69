# points: 9
# says: This is a loop in Python
# why: Loops over the batch and the heads: loses the point for loops only.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    B, H, T, D = q.shape
    S = k.shape[2]
    scores = np.zeros((B, H, T, S))
    for b in range(B):
        for h in range(H):
            scores[b, h] = q[b, h] @ k[b, h].T / np.sqrt(D)
    return scores
