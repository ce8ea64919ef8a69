# points: 6
# says: the columns add up to 1
# why: Two faults: dim=1 and no scale.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K)
    weights = torch.softmax(scores, dim=1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
