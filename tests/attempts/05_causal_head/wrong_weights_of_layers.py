# points: 6
# says: Call a layer like a function: query(h)
# why: Multiplies with the layers' weights, which are stored as (out, in).
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = h @ query.weight, h @ key.weight, h @ value.weight
    T = h.shape[1]
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    mask = torch.tril(torch.ones(T, T))
    scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights
