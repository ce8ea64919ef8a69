# points: 10
# why: chunk and stack; unbind and cat.
# %% exercise-heads
import torch


def split_heads(x, H):
    return torch.stack(x.chunk(H, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(x.unbind(dim=1), dim=-1)
