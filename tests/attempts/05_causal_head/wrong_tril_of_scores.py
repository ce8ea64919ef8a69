# points: 6
# says: a score of 0 some weight
# why: torch.tril(scores) makes later scores 0.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    scores = torch.tril(scores)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
