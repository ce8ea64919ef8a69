# points: 10
# why: np.dot, and einsum takes the pairs that belong together.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtbhs->bhts", np.dot(q, np.swapaxes(k, -1, -2))) / np.sqrt(q.shape[-1])
