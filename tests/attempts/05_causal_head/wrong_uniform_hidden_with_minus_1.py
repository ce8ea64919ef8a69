# points: 8
# says: hiding with a number such as -1
# why: Hides with -1, as the example of masked_fill does.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    triangle = torch.tril(torch.ones(T, T))
    scores = torch.zeros(T, T).masked_fill(triangle == 0, -1.0)
    return torch.softmax(scores, dim=-1) @ h
