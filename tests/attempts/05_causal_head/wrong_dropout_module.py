# points: 6
# says: something random is inside. Take out the dropout
# why: A new nn.Dropout, which is in training mode.
# %% exercise-head
import torch
from torch import nn


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    weights = nn.Dropout(0.2)(weights)
    out = weights @ v
    return out, weights
