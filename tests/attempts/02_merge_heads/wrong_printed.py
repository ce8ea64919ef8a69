# points: 4
# says: Does your function end with `return`?
# why: Prints in place of returning.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    print(x.transpose(0, 2, 1, 3).reshape(B, T, H * D))
