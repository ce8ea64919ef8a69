# points: 8
# says: a softmax over the triangle
# why: No minus infinity.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    scores = tri
    weights = torch.softmax(scores, dim=-1)
    return weights @ h
