# points: 10
# why: A softmax helper, and np.putmask.
# %% exercise-dikkat
import numpy as np


def softmax(x):
    x = x - x.max(axis=-1, keepdims=True)
    return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)


def dikkat(Q, K, V, pad):
    s = np.matmul(Q, np.moveaxis(K, 2, 1)) / np.sqrt(K.shape[-1])
    np.putmask(s, np.broadcast_to(pad[:, None], s.shape), -1e9)
    A = softmax(s)
    return np.matmul(A, V), A
