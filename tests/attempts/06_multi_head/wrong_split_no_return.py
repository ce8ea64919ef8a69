# points: 3
# says: Does your function end with `return`
# why: Forgot return in split_heads.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(1, 2).reshape(B, T, H * D)
