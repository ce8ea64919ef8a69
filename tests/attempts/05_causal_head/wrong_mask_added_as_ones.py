# points: 6
# says: still have weight
# why: Adds the triangle of ones to the scores.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    scores = scores + torch.tril(torch.ones(T, T))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
