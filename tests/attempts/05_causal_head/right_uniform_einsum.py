# points: 10
# why: einsum for the last step.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    tri = torch.tril(torch.ones(T, T))
    scores = torch.zeros(T, T).masked_fill(tri == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("ts,bsc->btc", weights, h)
