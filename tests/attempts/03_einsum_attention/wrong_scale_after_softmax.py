# points: 5
# says: the division came after the softmax
# why: Divides the weights.
# %% exercise-attention
import torch


def attention(Q, K, V):
    weights = torch.softmax(torch.einsum("btd,bsd->bts", Q, K), dim=-1) / Q.shape[-1] ** 0.5
    return torch.einsum("bts,bse->bte", weights, V), weights
