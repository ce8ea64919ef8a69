# points: 9
# says: it returned a tensor of PyTorch
# why: Goes through PyTorch, and a tensor comes back in place of an array.
# %% exercise-merge
import torch


def merge_heads(x):
    return torch.tensor(x).permute(0, 2, 1, 3).flatten(2)
