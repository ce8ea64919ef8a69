# points: 10
# why: The triangle over its row sums.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    return (tri / tri.sum(1, keepdim=True)) @ h
