# points: 8
# says: mean of the whole text
# why: masked_fill not kept.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    scores = torch.zeros(T, T)
    scores.masked_fill(tri == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ h
