# points: 6
# says: upside down
# says: Changing character 5 changed output 3
# why: Keeps the upper triangle: reads itself and the later ones.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    # keep the triangle
    tri = torch.triu(torch.ones(T, T))
    scores = scores.masked_fill(tri == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
