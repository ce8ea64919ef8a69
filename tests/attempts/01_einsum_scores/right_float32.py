# points: 10
# why: A float32 result.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    q32 = np.asarray(q, dtype=np.float32)
    k32 = np.asarray(k, dtype=np.float32)
    return (q32 @ k32.swapaxes(-1, -2)) / np.sqrt(np.float32(q.shape[-1]))
