# points: 10
# why: unflatten and flatten.
# %% exercise-heads
import torch


def split_heads(x, H):
    return x.unflatten(-1, (H, -1)).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).flatten(-2)
