# points: 9
# says: This is a loop in Python
# why: Five loops.
# %% exercise-scores
import math

import numpy as np


def attention_scores(q, k):
    B, H, T, D = q.shape
    S = k.shape[2]
    scores = np.zeros((B, H, T, S))
    for b in range(B):
        for h in range(H):
            for t in range(T):
                for s in range(S):
                    total = 0.0
                    for d in range(D):
                        total += q[b, h, t, d] * k[b, h, s, d]
                    scores[b, h, t, s] = total / math.sqrt(D)
    return scores
