# points: 8
# says: Does your function end with `return`
# why: No return.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    scores = torch.zeros(T, T).masked_fill(tri == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    weights @ h
