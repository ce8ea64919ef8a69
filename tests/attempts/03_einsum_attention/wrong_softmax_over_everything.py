# points: 6
# says: The whole table adds up to 1
# why: exp over the sum of everything.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.exp(scores) / torch.exp(scores).sum()
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
