# points: 9
# says: it returned a tensor of PyTorch
# why: A tensor comes back, imported inside the function.
# %% exercise-merge
import numpy as np


def merge_heads(x):
    import torch
    B, H, T, D = x.shape
    return torch.from_numpy(x).transpose(1, 2).reshape(B, T, H * D)
