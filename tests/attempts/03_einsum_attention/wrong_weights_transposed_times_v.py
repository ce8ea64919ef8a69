# points: 4
# says: The weights were used transposed
# why: Sums over the queries with V's positions; stops where T is not S.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bqe->bke", weights, V)
    return output, weights
