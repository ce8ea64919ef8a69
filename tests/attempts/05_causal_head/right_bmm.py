# points: 10
# why: bmm for both products.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = torch.bmm(q, k.transpose(1, 2))
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = torch.bmm(weights, v)
    return out, weights
