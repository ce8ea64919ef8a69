# points: 5
# says: plain dot products
# why: Returns the dot products in the place of the weights.
# %% exercise-attention
import torch


def attention(Q, K, V):
    dots = torch.einsum("btd,bsd->bts", Q, K)
    weights = torch.softmax(dots / Q.shape[-1] ** 0.5, dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), dots
