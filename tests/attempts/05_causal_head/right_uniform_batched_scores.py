# points: 10
# why: Scores of shape (B, T, T).
# %% exercise-uniform
import torch


def uniform_average(h):
    B, T, C = h.shape
    scores = torch.zeros(B, T, T)
    scores[:, torch.triu(torch.ones(T, T), 1) == 1] = float("-inf")
    return torch.bmm(torch.softmax(scores, dim=2), h)
