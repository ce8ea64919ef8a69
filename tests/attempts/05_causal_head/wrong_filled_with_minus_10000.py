# points: 9
# says: A later key has weight where the other scores are very low
# why: Hides with -1e4: real scores can lie lower.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    later = torch.ones_like(scores[0], dtype=torch.bool).triu(1)
    weights = torch.softmax(scores.masked_fill(later, -1e4), dim=-1)
    return weights @ v, weights
