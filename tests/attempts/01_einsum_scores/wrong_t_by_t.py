# points: 3
# says: The last axis has T entries and must have S
# why: Builds a (B, H, T, T) array and cuts or pads the keys to T.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    B, H, T, D = q.shape
    k2 = np.zeros((B, H, T, D))  # same length as q
    n = min(T, k.shape[2])
    k2[:, :, :n] = k[:, :, :n]
    out = q @ k2.transpose(0, 1, 3, 2)
    return out / np.sqrt(D)
