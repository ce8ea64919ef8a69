# points: 8
# says: minus infinity (not 0)
# why: Fills with 0.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    scores = torch.zeros(T, T).masked_fill(tri == 0, 0)
    weights = torch.softmax(scores, dim=-1)
    return weights @ h
