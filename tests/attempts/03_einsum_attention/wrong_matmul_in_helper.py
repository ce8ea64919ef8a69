# points: 9
# says: it is not einsum
# why: The product that is not einsum sits in a helper.
# %% exercise-attention
import torch


def mix(w, v):
    return w.matmul(v)


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = mix(weights, V)
    return output, weights
