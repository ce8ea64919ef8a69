# points: 8
# says: These are sums
# why: Multiplies with the triangle, no mean.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    return torch.tril(torch.ones(T, T)) @ h
