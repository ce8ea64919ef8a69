# points: 8
# says: The scores were divided by D
# why: Divides by D.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1]
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
