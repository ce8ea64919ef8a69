# points: 8
# says: fourth root of D
# why: Fourth root only once.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.25
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
