# points: 9
# says: the square root of D cut to a whole number
# why: Uses the integer square root of D.
# %% exercise-scores
import math

import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / math.isqrt(q.shape[-1])
