# points: 4
# says: Reshape is not transpose
# why: Makes the axes fit with reshape.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    B, H, T, D = q.shape
    S = k.shape[2]
    return q @ k.reshape(B, H, D, S) / np.sqrt(D)
