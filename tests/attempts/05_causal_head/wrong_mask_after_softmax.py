# points: 6
# says: set to 0 after the softmax
# why: Sets the later weights to 0 after the softmax.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    weights = torch.tril(weights)
    out = weights @ v
    return out, weights
