# points: 9
# says: A score of exactly 0 was hidden as well
# why: The mask is scores == 0, so a visible score of exactly 0 is hidden too.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    scores = torch.tril(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5)
    weights = torch.softmax(scores.masked_fill(scores == 0, float("-inf")), dim=-1)
    return weights @ v, weights
