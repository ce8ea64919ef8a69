# points: 8
# says: runs down the columns
# why: softmax over dim=0.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    scores = torch.zeros(T, T).masked_fill(tri == 0, float("-inf"))
    weights = torch.softmax(scores, dim=0)
    return weights @ h
