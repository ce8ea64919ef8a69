# points: 3
# says: heads were added up
# why: Adds the heads up.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    return x.sum(dim=1)
