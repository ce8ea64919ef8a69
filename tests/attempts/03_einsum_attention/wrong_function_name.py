# points: 4
# says: attention
# why: The function is called Attention.
# %% exercise-attention
import torch


def attn(Q, K, V):
    weights = torch.softmax(torch.einsum("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5, dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), weights
