# points: 6
# says: weights are transposed
# why: Returns and uses the weights transposed.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1).transpose(-2, -1)
    out = weights @ v
    return out, weights
