# points: 7
# says: out was made without the mask
# why: The returned weights are masked, those used for out are not.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    full = torch.softmax(scores, dim=-1)
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    weights = torch.softmax(scores.masked_fill(mask, float("-inf")), dim=-1)
    out = full @ v
    return out, weights
