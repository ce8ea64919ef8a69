# points: 4
# says: Raw scores, please
# says: a causal mask
# why: Adds a causal mask.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    s = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    mask = np.tril(np.ones(s.shape[-2:], dtype=bool))
    return np.where(mask, s, -np.inf)
