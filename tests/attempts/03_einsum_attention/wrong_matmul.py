# points: 9
# says: it is not einsum
# why: Right numbers with @ in place of einsum.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = Q @ K.transpose(1, 2) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
