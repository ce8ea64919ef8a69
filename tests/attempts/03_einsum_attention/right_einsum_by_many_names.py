# points: 10
# why: einsum as a default argument, as an attribute of a class, and a helper by another name.
# %% exercise-attention
import torch


class Letters:
    product = staticmethod(torch.einsum)


def pair(letters, a, b, by=Letters.product):
    return by(letters, a, b)


def attention(Q, K, V):
    f = pair
    weights = torch.softmax(f("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5, dim=-1)
    return f("bts,bsm->btm", weights, V), weights
