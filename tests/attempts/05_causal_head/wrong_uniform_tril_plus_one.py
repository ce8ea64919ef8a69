# points: 8
# says: one place too far
# why: Sees the next position.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T), 1)
    scores = torch.zeros(T, T).masked_fill(tri == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ h
