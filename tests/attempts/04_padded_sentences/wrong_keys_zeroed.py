# points: 6
# says: e^0 is 1
# why: Only the keys' embeddings are zeroed.
# %% exercise-dikkat
import numpy as np


def dikkat(Q, K, V, pad):
    K = K * ~pad[:, :, None]   # padding has no embedding
    d = Q.shape[-1]
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d)

    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = weights / weights.sum(axis=-1, keepdims=True)
    return A @ V, A
