# points: 9
# says: divided by half of D
# why: Writes D ** 1 / 2 in brackets, which is half of D.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / (Q.shape[-1] ** 1 / 2)
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
