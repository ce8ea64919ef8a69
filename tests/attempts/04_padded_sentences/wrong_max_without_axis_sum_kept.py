# points: 6
# says: maximum lost its axis
# why: The maximum loses its axis; must not be taken for a lost scale.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.where(pad[:, None, :], -1e9, scores)
    top = scores.max(-1)
    e = np.exp(scores - top)
    A = e / e.sum(-1)[..., None]
    return A @ V, A
