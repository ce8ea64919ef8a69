# points: 9
# says: divided by 2, which is right only where D is 4
# why: Divides by 2, which is right for D = 4 only.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / 2
