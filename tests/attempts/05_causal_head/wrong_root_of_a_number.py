# points: 6
# says: The square root of a plain number is ** 0.5
# why: Takes torch.sqrt of a size.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    T = h.shape[1]
    scores = q @ k.transpose(-2, -1) / torch.sqrt(q.shape[-1])
    mask = torch.tril(torch.ones(T, T))
    scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights
