# points: 3
# says: Element by element
# why: Multiplies the arrays element by element and sums.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return (q * k).sum(axis=-1) / np.sqrt(q.shape[-1])
