# points: 10
# why: A full matrix of minus infinity, its triu(1) added.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    scores = scores + torch.full((T, T), float("-inf")).triu(1)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
