# points: 6
# says: a mask multiplied by infinity
# says: zero times infinity is NaN
# why: Multiplies the mask with minus infinity.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1)
    scores = scores + mask * float("-inf")
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
