# points: 4
# says: axis of the heads is gone
# why: No heads at all: lesson 05's head and an output layer.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    later = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
    mask = later
    if pad is not None:
        mask = later | (pad[:, None, :] & ~torch.eye(T, dtype=torch.bool))
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = output(out)
    return out, weights
