# points: 10
# why: einsum as a transpose.
# %% exercise-heads
import torch


def split_heads(x, H):
    B, T, C = x.shape
    return torch.einsum("bthd->bhtd", x.reshape(B, T, H, -1))


def merge_heads(x):
    return torch.einsum("bhtd->bthd", x).flatten(2)
