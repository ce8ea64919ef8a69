# points: 5
# says: sigmoid of each score
# why: Sigmoid in place of softmax.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.sigmoid(scores)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
