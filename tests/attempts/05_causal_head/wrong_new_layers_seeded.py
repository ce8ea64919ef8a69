# points: 6
# says: new layers made inside
# says: No gradient reaches any layer
# why: Makes its own layers from a seed at every call.
# %% exercise-head
import torch
from torch import nn


def causal_head(h, query, key, value):
    B, T, C = h.shape
    torch.manual_seed(0)
    to_q = nn.Linear(C, query.out_features, bias=False)
    to_k = nn.Linear(C, key.out_features, bias=False)
    to_v = nn.Linear(C, value.out_features, bias=False)
    q = to_q(h)
    k = to_k(h)
    v = to_v(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
