# points: 10
# why: tensordot of everything with everything, then the diagonals.
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    every = np.tensordot(q, k, axes=([3], [3]))  # B H T B H S
    same = np.diagonal(every, axis1=0, axis2=3)  # H T H S B
    same = np.diagonal(same, axis1=0, axis2=2)  # T S B H
    return same.transpose(2, 3, 0, 1) / np.sqrt(q.shape[-1])
