# points: 4
# says: Every key gets the same weight
# says: not right yet
# why: Zeros and ones of the right shapes.
# %% exercise-attention
import torch


def attention(Q, K, V):
    B, T, D = Q.shape
    S = K.shape[1]
    weights = torch.ones(B, T, S) / S
    output = torch.zeros(B, T, V.shape[-1])
    return output, weights
