# points: 9
# says: was cut to a whole number
# why: The root of D is cut to a whole number.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scale = int(Q.shape[-1] ** 0.5)
    scores = torch.einsum("btd,bsd->bts", Q, K) / scale
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bts,bsm->btm", weights, V)
    return output, weights
