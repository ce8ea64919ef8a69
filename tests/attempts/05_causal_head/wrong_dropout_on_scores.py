# points: 6
# says: something random is inside. Take out the dropout
# why: Dropout on the scores.
# %% exercise-head
import torch
import torch.nn.functional as F


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = F.dropout(scores / q.shape[-1] ** 0.5, 0.1)
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
