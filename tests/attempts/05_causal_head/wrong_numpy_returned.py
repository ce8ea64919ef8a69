# points: 9
# says: it returned an array of NumPy
# why: The mean in NumPy, and an array comes back in place of a tensor.
# %% exercise-uniform
import numpy as np


def uniform_average(h):
    x = h.numpy()
    return x.cumsum(axis=1) / np.arange(1, x.shape[1] + 1, dtype="float32")[:, None]
