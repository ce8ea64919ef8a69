# points: 4
# says: stopped:
# why: The same letter for queries and keys.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bnd,bnd->bnn", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
