# points: 3
# says: a comma separates arrays
# why: Puts commas between the letters of one array.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.einsum("b,h,t,d->b,h,t,s", q, k) / np.sqrt(q.shape[-1])
