# points: 8
# says: 0.5 has become 0
# says: rounded down, as // and floor do
# why: Divides with //.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) // np.sqrt(q.shape[-1])
