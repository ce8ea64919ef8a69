# points: 5
# says: Divide each row by its sum
# why: exp without the sum.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.exp(scores)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
