# points: 3
# says: An array must come back
# why: Returns a list of heads.
# %% exercise-heads
import torch


def split_heads(x, H):
    return list(x.chunk(H, dim=-1))


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(1, 2).reshape(B, T, H * D)
