# points: 4
# says: All the right numbers are here, in the wrong places
# says: the reshape comes last
# why: Reshapes first and swaps afterwards.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return x.reshape(B, H * D, T).transpose(0, 2, 1)
