# points: 10
# why: torch.where.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    tri = torch.tril(torch.ones(T, T, dtype=torch.bool))
    scores = torch.where(tri, scores, torch.tensor(float("-inf")))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
