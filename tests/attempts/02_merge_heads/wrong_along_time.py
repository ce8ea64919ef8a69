# points: 4
# says: The heads are glued along time
# says: T must stay T
# why: Concatenates the heads on the time axis.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.reshape(B, H * T, D)
