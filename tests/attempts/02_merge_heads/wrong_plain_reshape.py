# points: 4
# says: what a plain reshape gives
# why: Reshapes without moving an axis.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.reshape(B, T, H * D)
