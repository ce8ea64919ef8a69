# points: 9
# says: A later key has weight where the other scores are very low
# why: Hides with -100: a later key has weight where scores are low.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    T = h.shape[1]
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    scores = scores.masked_fill(torch.tril(torch.ones(T, T)) == 0, -100)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights
