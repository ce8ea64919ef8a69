# points: 10
# why: torch's own attention for out, by hand for the weights.
# %% exercise-head
import torch
import torch.nn.functional as F


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    return out, weights
