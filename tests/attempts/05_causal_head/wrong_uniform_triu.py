# points: 8
# says: upside down
# why: triu in place of tril.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.triu(torch.ones(T, T))
    scores = torch.zeros(T, T).masked_fill(tri == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ h
