# points: 8
# says: divided by the length of the text
# why: Divides each sum by T.
# %% exercise-uniform
import torch


def uniform_average(h):
    return h.cumsum(dim=1) / h.shape[1]
