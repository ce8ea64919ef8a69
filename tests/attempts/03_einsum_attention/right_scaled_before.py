# points: 10
# why: Scales Q before the product.
# %% exercise-attention
import torch


def attention(Q, K, V):
    Q_scaled = Q / Q.shape[-1] ** 0.5  # a new tensor
    weights = torch.softmax(torch.einsum("btd,bsd->bts", Q_scaled, K), dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), weights
