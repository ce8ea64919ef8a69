# points: 10
# why: functools.partial of einsum, made inside the function.
# %% exercise-attention
import torch


from functools import partial


def attention(Q, K, V):
    pair, mix = partial(torch.einsum, "btd,bsd->bts"), partial(torch.einsum, "bts,bsm->btm")
    weights = (pair(Q, K) / Q.shape[-1] ** 0.5).softmax(-1)
    return mix(weights, V), weights
