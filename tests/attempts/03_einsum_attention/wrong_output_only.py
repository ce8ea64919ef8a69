# points: 4
# says: Two things must come back
# why: Returns only the output.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output
