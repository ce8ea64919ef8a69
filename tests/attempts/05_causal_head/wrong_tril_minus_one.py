# points: 6
# says: does not see itself
# why: tril(-1): the diagonal is hidden too.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    tri = torch.tril(torch.ones(T, T), diagonal=-1)
    scores = scores.masked_fill(tri == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
