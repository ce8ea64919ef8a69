# points: 9
# says: split_heads must keep the dtype of x
# why: split_heads fills a float32 tensor, whatever the dtype of x.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, HD = x.shape
    D = HD // H
    heads = torch.zeros(B, H, T, D)
    for i in range(H):
        heads[:, i] = x[:, :, i * D : (i + 1) * D]
    return heads


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(1, 2).reshape(B, T, H * D)
