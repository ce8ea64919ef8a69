# points: 6
# says: weights of the uniform average
# why: Keeps the uniform average; query and key are not used.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    weights = (tri / tri.sum(1, keepdim=True)).expand(h.shape[0], T, T)
    return weights @ value(h), weights
