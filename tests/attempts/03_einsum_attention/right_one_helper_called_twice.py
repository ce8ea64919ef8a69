# points: 10
# why: A helper around einsum, called for both products.
# %% exercise-attention
import torch


def product(rule, a, b):
    return torch.einsum(rule, a, b)


def attention(Q, K, V):
    weights = torch.softmax(product("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5, dim=-1)
    return product("bts,bse->bte", weights, V), weights
