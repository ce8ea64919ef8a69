# points: 10
# why: Any letters will do.
# %% exercise-attention
import torch


def attention(Q, K, V):
    # i: query, j: key, f: feature, g: feature of a value
    scores = torch.einsum("xif,xjf->xij", Q, K)
    scores = scores / K.size(2) ** 0.5
    A = scores.softmax(2)
    return torch.einsum("xij,xjg->xig", A, V), A
