# points: 4
# says: see the other checks
# why: Zeros of the right shapes.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    return torch.zeros(B, T, C), torch.zeros(B, H, T, T)
