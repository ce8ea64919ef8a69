# points: 7
# says: the softmax ran over the queries
# why: dim=-2.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = scores.softmax(-2)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
