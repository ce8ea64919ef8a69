# points: 3
# says: still four axes
# why: Only swaps the axes.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2)
