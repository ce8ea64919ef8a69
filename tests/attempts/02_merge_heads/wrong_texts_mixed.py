# points: 5
# says: The two texts are mixed
# says: B must stay the first axis
# why: Transposes (2, 0, 1, 3): positions before texts.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(2, 0, 1, 3).reshape(B, T, H * D)
