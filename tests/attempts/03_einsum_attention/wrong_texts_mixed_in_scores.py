# points: 7
# says: with the keys of every text
# why: Two letters for the batch in the scores.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,csd->bts", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
