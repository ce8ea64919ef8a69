# points: 10
# why: Dot products from squared distances.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    a = (q**2).sum(-1)[..., :, None]
    b = (k**2).sum(-1)[..., None, :]
    d2 = ((q[..., :, None, :] - k[..., None, :, :]) ** 2).sum(-1)
    return (a + b - d2) / 2 / np.sqrt(q.shape[-1])
