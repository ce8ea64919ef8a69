# points: 3
# says: heads were averaged
# why: Averages the heads.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    return x.mean(dim=1)
