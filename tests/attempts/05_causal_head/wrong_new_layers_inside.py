# points: 6
# says: do not make new ones
# says: new layers made inside
# why: Makes its own layers at every call.
# %% exercise-head
import torch
from torch import nn


def causal_head(h, query, key, value):
    B, T, C = h.shape
    query = nn.Linear(C, query.out_features, bias=False)
    key = nn.Linear(C, key.out_features, bias=False)
    value = nn.Linear(C, value.out_features, bias=False)
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
