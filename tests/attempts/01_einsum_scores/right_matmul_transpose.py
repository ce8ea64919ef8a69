# points: 10
# why: matmul with a transpose that names all axes.
# %% exercise-scores
import math

import numpy as np


def attention_scores(q, k):
    return np.matmul(q, k.transpose(0, 1, 3, 2)) / math.sqrt(q.shape[3])
