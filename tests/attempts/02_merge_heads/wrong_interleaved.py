# points: 4
# says: The heads are interleaved
# says: D must still be the last axis
# why: Transposes (0, 2, 3, 1), so that H runs fastest.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    # time first, heads to the end so they get merged
    y = np.transpose(x, (0, 2, 3, 1))
    return y.reshape(B, T, H * D)
