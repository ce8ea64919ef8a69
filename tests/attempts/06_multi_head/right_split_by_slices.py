# points: 10
# why: A loop over slices.
# %% exercise-heads
import torch


def split_heads(x, H):
    D = x.shape[-1] // H
    return torch.stack([x[:, :, i * D : (i + 1) * D] for i in range(H)], 1)


def merge_heads(x):
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=2)
