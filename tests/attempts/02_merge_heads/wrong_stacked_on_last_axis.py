# points: 4
# says: The heads are interleaved
# why: np.stack on the last axis, then flat.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    B, H, T, D = x.shape
    out = np.stack([x[:, h] for h in range(H)], axis=-1)   # (B, T, D, H)
    return out.reshape(B, T, -1)
