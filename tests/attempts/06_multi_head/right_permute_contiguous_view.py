# points: 10
# why: permute, contiguous, view.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.view(B, T, H, C // H).permute(0, 2, 1, 3).contiguous()


def merge_heads(x):
    B, H, T, D = x.shape
    return x.permute(0, 2, 1, 3).contiguous().view(B, T, H * D)
