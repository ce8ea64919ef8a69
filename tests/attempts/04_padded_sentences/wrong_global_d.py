# points: 7
# says: square root of 8
# why: Uses the notebook's variable d instead of the size of Q.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    scores = (Q @ K.swapaxes(1, 2)) / d ** 0.5
    scores[np.broadcast_to(pad[:, None, :], scores.shape)] = -1e9
    e = np.exp(scores - scores.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A
