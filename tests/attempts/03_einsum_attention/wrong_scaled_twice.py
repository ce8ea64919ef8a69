# points: 8
# says: twice by its root
# why: Scales both Q and K by the root.
# %% exercise-attention
import torch


def attention(Q, K, V):
    Qs = Q / Q.shape[-1] ** 0.5
    Ks = K / K.shape[-1] ** 0.5
    weights = torch.softmax(torch.einsum("btd,bsd->bts", Qs, Ks), dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), weights
