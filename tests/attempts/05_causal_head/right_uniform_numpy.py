# points: 10
# why: NumPy inside.
# %% exercise-uniform
import numpy as np
import torch


def uniform_average(h):
    x = h.numpy()
    return torch.tensor(np.cumsum(x, axis=1) / np.arange(1, x.shape[1] + 1)[None, :, None])
