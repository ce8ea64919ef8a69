# points: 10
# why: Two helpers, each with its einsum.
# %% exercise-attention
import torch


def get_scores(Q, K):
    return torch.einsum("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5


def mix(weights, V):
    return torch.einsum("bts,bse->bte", weights, V)


def attention(Q, K, V):
    weights = torch.softmax(get_scores(Q, K), -1)
    return mix(weights, V), weights
