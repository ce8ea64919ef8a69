# points: 3
# says: one letter stands for axes of two sizes
# says: Are the letters of k in the order of its axes
# says: the letters of an input are not in the order of its axes
# why: Writes bhds for k, whose axes are (B, H, S, D).
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhds->bhts", q, k) / np.sqrt(q.shape[-1])
