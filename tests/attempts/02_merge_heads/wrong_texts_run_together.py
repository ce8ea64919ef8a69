# points: 4
# says: the texts have run together
# why: Reshapes to (B*T, H*D).
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = x.transpose(0, 2, 1, 3)
    return out.reshape(-1, H * D)
