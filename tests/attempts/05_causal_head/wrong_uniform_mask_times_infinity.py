# points: 8
# says: Zero times infinity is NaN
# why: 0 times infinity.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    scores = (1 - tri) * float("-inf")
    weights = torch.softmax(scores, dim=-1)
    return weights @ h
