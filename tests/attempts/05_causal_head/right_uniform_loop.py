# points: 10
# why: A loop over the positions.
# %% exercise-uniform
import torch


def uniform_average(h):
    return torch.stack([h[:, : t + 1].mean(dim=1) for t in range(h.shape[1])], dim=1)
