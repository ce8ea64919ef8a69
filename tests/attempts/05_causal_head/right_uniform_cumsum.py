# points: 10
# why: A running sum over a count.
# %% exercise-uniform
import torch


def uniform_average(h):
    T = h.shape[1]
    return h.cumsum(dim=1) / torch.arange(1, T + 1)[:, None]
