# points: 8
# says: mean of the whole text
# why: Mean over the text.
# %% exercise-uniform
import torch


def uniform_average(h):
    return h.mean(dim=1, keepdim=True).expand_as(h)
