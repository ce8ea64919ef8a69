# points: 7
# says: got the weights of the first one
# why: Uses the first text alone.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h[:1]).expand(B, -1, -1)
    k = key(h[:1]).expand(B, -1, -1)
    v = value(h[:1]).expand(B, -1, -1)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
