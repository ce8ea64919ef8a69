# points: 8
# says: plain dot products
# why: Forgot the scale.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K)
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
