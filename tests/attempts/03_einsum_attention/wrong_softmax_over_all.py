# points: 6
# says: The whole table adds up to 1
# why: One softmax over the flattened table of each text.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores.flatten(1), dim=-1).view_as(scores)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
