# points: 9
# says: No gradient reaches any layer
# says: new layers made inside
# why: Copies the layers first.
# %% exercise-head
import copy
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    query, key, value = copy.deepcopy((query, key, value))
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
