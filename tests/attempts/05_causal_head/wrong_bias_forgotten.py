# points: 9
# says: bias of the layers is left out
# why: Uses the weight of the layers, not the layers.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = h @ query.weight.T
    k = h @ key.weight.T
    v = h @ value.weight.T
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
