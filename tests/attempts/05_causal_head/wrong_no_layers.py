# points: 6
# says: No gradient reaches the query and key layers
# why: Scores of h with itself.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    v = value(h)
    scores = h @ h.transpose(-2, -1)
    scores = scores / C ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
