# points: 10
# why: Goes through PyTorch's permute and flatten.
# %% exercise-merge
import torch


def merge_heads(x):
    return torch.tensor(x).permute(0, 2, 1, 3).flatten(2)
