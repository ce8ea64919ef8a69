# points: 8
# says: The values of all texts were mixed
# why: Two letters for the batch in the output.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,cke->bqe", weights, V)
    return output, weights
