# points: 9
# says: was rounded to a whole number
# why: The root of D is rounded to a whole number.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,bsd->bts", Q, K) / round(Q.shape[-1] ** 0.5)
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("bts,bsm->btm", weights, V), weights
