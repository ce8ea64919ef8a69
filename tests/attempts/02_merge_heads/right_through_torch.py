# points: 10
# why: Goes through PyTorch's permute and flatten, and back to an array.
# %% exercise-merge
import torch


def merge_heads(x):
    return torch.from_numpy(x.copy()).permute(0, 2, 1, 3).flatten(2).numpy()
