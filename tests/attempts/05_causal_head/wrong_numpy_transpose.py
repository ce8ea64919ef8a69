# points: 6
# says: permute takes all of them
# why: Transposes as NumPy does.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    T = h.shape[1]
    scores = q @ k.transpose(0, 2, 1) / q.shape[-1] ** 0.5
    mask = torch.tril(torch.ones(T, T))
    scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, weights
