# points: 8
# says: divided by D, or twice by its square root
# why: Scales q and k, each by the whole square root.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    scale = np.sqrt(q.shape[-1])
    return np.einsum("bhtd,bhsd->bhts", q / scale, k / scale)
