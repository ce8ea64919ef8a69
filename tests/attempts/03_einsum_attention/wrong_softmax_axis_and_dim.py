# points: 4
# says: stopped:
# why: axis given twice: softmax with axis and dim mixed up.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, axis=-1, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
