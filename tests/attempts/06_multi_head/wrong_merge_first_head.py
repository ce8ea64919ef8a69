# points: 3
# says: Only head 0 is left
# why: Returns the first head.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    return x[:, 0]
