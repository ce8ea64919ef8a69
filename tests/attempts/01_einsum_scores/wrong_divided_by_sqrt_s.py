# points: 8
# says: divided by the square root of S, the number of keys
# why: Divides by the square root of S: takes the last size after the swap.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    kt = np.swapaxes(k, -1, -2)
    return q @ kt / np.sqrt(kt.shape[-1])
