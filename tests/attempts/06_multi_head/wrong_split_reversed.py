# points: 3
# says: reverse order
# why: Builds the heads from the last piece to the first.
# %% exercise-heads
import torch


def split_heads(x, H):
    D = x.shape[-1] // H
    pieces = [x[..., i * D : (i + 1) * D] for i in range(H)]
    return torch.stack(pieces[::-1], dim=1)


def merge_heads(x):
    B, H, T, D = x.shape
    return x.transpose(1, 2).reshape(B, T, H * D)
