# points: 8
# says: the value size
# why: Takes V's width.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / V.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
