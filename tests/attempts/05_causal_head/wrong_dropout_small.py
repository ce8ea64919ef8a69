# points: 6
# says: something random is inside. Take out the dropout
# why: A small dropout, easily overlooked.
# %% exercise-head
import torch
import torch.nn.functional as F


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = F.dropout(torch.softmax(scores, dim=-1), p=0.01)
    out = weights @ v
    return out, weights
