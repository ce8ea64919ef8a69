# points: 10
# why: Both exercises share a helper.
# %% exercise-uniform
import torch


def masked_softmax(scores):
    T = scores.shape[-1]
    later = torch.arange(T) > torch.arange(T).unsqueeze(1)
    return scores.masked_fill(later, float("-inf")).softmax(-1)


def uniform_average(h):
    return masked_softmax(torch.zeros(h.shape[0], h.shape[1], h.shape[1])) @ h
# %% exercise-head
def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    weights = masked_softmax(q @ k.mT / q.shape[-1] ** 0.5)
    return weights @ v, weights
