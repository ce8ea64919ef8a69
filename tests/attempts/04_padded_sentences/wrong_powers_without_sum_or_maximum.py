# points: 6
# says: powers were not divided by their sum
# why: np.exp alone.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    A = np.exp(scores)
    return A @ V, A
