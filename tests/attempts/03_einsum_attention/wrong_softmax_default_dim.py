# points: 7
# says: the softmax ran over the texts of the batch
# why: F.softmax without dim: on three axes torch takes axis 0.
# %% exercise-attention
import torch
import torch.nn.functional as F


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = F.softmax(scores)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
