# points: 10
# why: The fourth root of D on Q and on K.
# %% exercise-attention
import torch


def attention(Q, K, V):
    root = Q.shape[-1] ** 0.25
    weights = torch.softmax(torch.einsum("btd,bsd->bts", Q / root, K / root), dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), weights
