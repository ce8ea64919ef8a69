# points: 10
# why: Softmax as exp over its sum.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,bsd->bts", Q, K) / Q.shape[2] ** 0.5
    powers = torch.exp(scores)
    weights = powers / powers.sum(dim=2, keepdim=True)
    return torch.einsum("bts,bse->bte", weights, V), weights
