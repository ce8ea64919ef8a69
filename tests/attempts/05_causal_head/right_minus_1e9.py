# points: 10
# why: -1e9 in place of minus infinity.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    scores = scores.masked_fill(torch.triu(torch.ones(T, T), 1) == 1, -1e9)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
