# points: 4
# says: Axes 1 and 3 (H and D) changed places
# says: H and D changed places (axes 1 and 3
# why: Swaps H and D in place of H and T.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    return np.swapaxes(x, 1, 3).reshape(B, T, H * D)
