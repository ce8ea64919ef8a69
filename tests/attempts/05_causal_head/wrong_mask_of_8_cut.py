# points: 9
# says: It stops for h of shape (2, 11, 5)
# says: such as 8, 16 or 32
# why: A mask of 8 by 8, cut for shorter texts; longer ones fail.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(8, 8), diagonal=1).bool()[:T, :T]
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
