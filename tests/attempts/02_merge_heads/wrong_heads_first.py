# points: 4
# says: H came before B when you reshaped
# says: your axes were in the order (H, B, T, D)
# why: Swaps B and H: moves the heads to the front.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    heads_first = np.moveaxis(x, 1, 0)
    return heads_first.reshape(B, T, H * D)
