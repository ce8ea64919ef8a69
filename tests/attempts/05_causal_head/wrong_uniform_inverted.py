# points: 8
# says: The mask is inverted
# why: Fills where the triangle is 1.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    scores = torch.zeros(T, T).masked_fill(tri == 1, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ h
