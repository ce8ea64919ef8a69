# points: 4
# says: TypeError
# why: Calls view with sizes, as PyTorch has it.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.swapaxes(1, 2).view(B, T, H * D)
