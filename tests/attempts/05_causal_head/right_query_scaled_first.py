# points: 10
# why: The query is scaled before the product.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h) / query.out_features ** 0.5
    k, v = key(h), value(h)
    scores = q @ k.transpose(-2, -1)
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
