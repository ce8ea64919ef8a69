# points: 9
# says: the caller's own Q is not what it was
# why: Scales the caller's Q in place.
# %% exercise-attention
import torch


def attention(Q, K, V):
    Q /= Q.shape[-1] ** 0.5
    weights = torch.softmax(torch.einsum("btd,bsd->bts", Q, K), dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), weights
