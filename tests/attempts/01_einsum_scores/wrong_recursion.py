# points: 9
# says: a function that calls itself
# why: Goes over the texts by calling itself: a loop by another name.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    first = q[:1] @ k[:1].swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    if len(q) == 1:
        return first
    return np.concatenate([first, attention_scores(q[1:], k[1:])])
