# points: 6
# says: a score of 0 some weight
# why: 1e-9 is nearly 0, not very negative.
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
    scores = scores.masked_fill(mask, 1e-9)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
