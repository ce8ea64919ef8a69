# points: 10
# why: The log of a NumPy triangle, which warns of log 0.
# %% exercise-head
import numpy as np
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    scores = scores + torch.tensor(np.log(np.tril(np.ones((T, T)))), dtype=scores.dtype)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
