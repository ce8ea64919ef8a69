# points: 3
# says: plain view or reshape
# why: x.view(B, H, T, D): reads on through the rows.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.view(B, H, T, C // H)


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(1, 2).reshape(B, T, H * D)
