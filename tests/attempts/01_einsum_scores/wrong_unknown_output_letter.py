# points: 3
# says: every letter after the arrow must also stand before it
# why: Asks for a letter that no input has.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("bhtd,bhkd->bhts", q, k) / np.sqrt(q.shape[-1])
