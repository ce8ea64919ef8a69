# points: 4
# says: plain reshape
# why: Merges without the transpose.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    B, H, T, D = x.shape
    return x.reshape(B, T, H * D)
