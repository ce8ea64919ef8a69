# points: 10
# why: A running mean, kept in a copy.
# %% exercise-uniform
import torch


def uniform_average(h):
    out = h.clone()
    for t in range(1, h.shape[1]):
        out[:, t] = (out[:, t - 1] * t + h[:, t]) / (t + 1)
    return out
