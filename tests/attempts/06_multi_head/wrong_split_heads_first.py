# points: 3
# says: Heads come before the batch
# why: Stacks the chunks on a new first axis.
# %% exercise-heads
import torch


def split_heads(x, H):
    return torch.stack(x.chunk(H, dim=-1))


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(1, 2).reshape(B, T, H * D)
