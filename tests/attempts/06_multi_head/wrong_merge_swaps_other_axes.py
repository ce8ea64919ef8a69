# points: 4
# says: Only these two do
# why: permute(0, 3, 1, 2) before the reshape.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    B, H, T, D = x.shape
    return x.permute(0, 3, 1, 2).reshape(B, T, H * D)
