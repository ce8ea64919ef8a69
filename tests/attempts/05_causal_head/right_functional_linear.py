# points: 10
# why: F.linear with weight and bias.
# %% exercise-head
import torch
import torch.nn.functional as F


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = F.linear(h, query.weight, query.bias)
    k = F.linear(h, key.weight, key.bias)
    v = F.linear(h, value.weight, value.bias)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
