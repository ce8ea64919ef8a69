# points: 9
# says: No gradient reaches any layer
# says: trip to NumPy
# why: Works in NumPy and comes back.
# %% exercise-head
import numpy as np
import torch


def causal_head(h, query, key, value):
    q = query(h).detach().numpy()
    k = key(h).detach().numpy()
    v = value(h).detach().numpy()
    T = q.shape[1]
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    scores = np.where(np.triu(np.ones((T, T)), 1) == 1, -np.inf, scores)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return torch.tensor(w @ v), torch.tensor(w)
