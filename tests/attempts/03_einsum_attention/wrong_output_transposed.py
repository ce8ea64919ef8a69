# points: 7
# says: Rows and columns of the output are exchanged
# why: ->bet.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->beq", weights, V)
    return output, weights
