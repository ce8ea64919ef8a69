# points: 3
# says: one below the other
# why: cat along the positions.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return x.reshape(B, T, H, C // H).transpose(1, 2)


def merge_heads(x):
    B, H, T, D = x.shape
    return torch.cat([x[:, i] for i in range(H)], dim=1)
