# lesson: 01_einsum_scores
# points: 6
# kind: a loop written as two functions that call each other
# %% exercise-scores
import numpy as np


def rest(q, k):
    return [] if len(q) == 0 else all_of(q, k)


def all_of(q, k):
    return [q[0] @ k[0].swapaxes(-1, -2) / np.sqrt(q.shape[-1])] + rest(q[1:], k[1:])


def attention_scores(q, k):
    return np.array(all_of(q, k))
