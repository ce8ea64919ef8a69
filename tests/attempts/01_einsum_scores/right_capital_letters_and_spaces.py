# points: 10
# why: Capital letters, with spaces.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    B, H, T, D = q.shape
    return np.einsum("B H T D, B H S D -> B H T S", q, k) / np.sqrt(D)
