# points: 3
# says: reads on through the rows
# why: Split and merge are both plain views: merging undoes splitting, and both are wrong.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, H, T, C // H)


def merge_heads(x):
    B, H, T, D = x.shape
    return x.reshape(B, T, H * D)
