# points: 3
# says: Positions come before the head size
# why: permute(0, 2, 3, 1): positions end up last.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).permute(0, 2, 3, 1)


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(1, 2).reshape(B, T, H * D)
