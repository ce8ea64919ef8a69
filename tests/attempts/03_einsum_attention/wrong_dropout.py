# points: 5
# says: such as dropout
# why: Dropout on the weights, copied from a model.
# %% exercise-attention
import torch
import torch.nn.functional as F


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = F.dropout(torch.softmax(scores, dim=-1), 0.5)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
