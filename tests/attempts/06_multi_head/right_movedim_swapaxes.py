# points: 10
# why: movedim and swapaxes.
# %% exercise-heads
import torch


def split_heads(x, H):
    return x.reshape(*x.shape[:2], H, -1).movedim(2, 1)


def merge_heads(x):
    x = x.swapaxes(1, 2)
    return x.reshape(x.shape[0], x.shape[1], -1)
