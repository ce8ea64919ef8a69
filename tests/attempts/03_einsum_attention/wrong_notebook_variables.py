# points: 4
# says: use only its own arguments
# why: Small arguments, capital variables of the notebook inside.
# %% exercise-attention
import torch


def attention(q, k, v):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
