# points: 10
# why: Softmax, tril, then divided by the sum of each row.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1).tril()
    weights = weights / weights.sum(-1, keepdim=True)
    out = weights @ v
    return out, weights
