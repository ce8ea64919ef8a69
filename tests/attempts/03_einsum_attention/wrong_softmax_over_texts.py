# points: 7
# says: the softmax ran over the texts of the batch
# why: dim=0.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=0)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
