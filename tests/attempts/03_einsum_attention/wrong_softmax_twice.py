# points: 6
# says: softmax of a softmax
# why: Softmax twice.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(torch.softmax(scores, dim=-1), dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
