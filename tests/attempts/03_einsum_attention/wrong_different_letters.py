# points: 6
# says: D has two different letters
# why: d and e for one axis.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,bse->bts", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bqk,bke->bqe", weights, V)
    return output, weights
