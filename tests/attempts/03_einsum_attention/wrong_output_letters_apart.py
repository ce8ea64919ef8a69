# points: 7
# says: without weights
# why: The keys have two letters in the second product.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bje->bqe", weights, V)
    return output, weights
