# points: 10
# why: New tensors, filled piece by piece.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    D = C // H
    out = x.new_empty(B, H, T, D)
    for i in range(H):
        out[:, i] = x[..., i * D : (i + 1) * D]
    return out


def merge_heads(x):
    B, H, T, D = x.shape
    out = x.new_empty(B, T, H * D)
    for i in range(H):
        out[..., i * D : (i + 1) * D] = x[:, i]
    return out
