# points: 3
# says: B and H are folded into one axis
# why: Folds batch and heads together and forgets to unfold.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    B, H, T, D = q.shape
    q2 = q.reshape(B * H, T, D)
    k2 = k.reshape(B * H, -1, D)
    return q2 @ k2.transpose(0, 2, 1) / np.sqrt(D)
