# points: 9
# says: There is NaN
# says: take the largest score of each row away before exp
# why: exp without taking the maximum away: NaN for low or large scores.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    T = h.shape[1]
    powers = torch.exp(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5)
    powers = powers * torch.tril(torch.ones(T, T))
    weights = powers / powers.sum(dim=-1, keepdim=True)
    return weights @ v, weights
