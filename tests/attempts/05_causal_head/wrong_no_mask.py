# points: 6
# says: No key is hidden
# says: Changing character 5 changed output 3
# why: There is no mask at all.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, C = h.shape
    q = query(h)
    k = key(h)
    v = value(h)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    return out, weights
