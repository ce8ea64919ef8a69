# points: 9
# says: it is not einsum
# why: Right numbers with bmm.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.bmm(Q, K.permute(0, 2, 1)) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.bmm(weights, V), weights
