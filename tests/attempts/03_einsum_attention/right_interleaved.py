# points: 10
# why: Einsum with lists of axis numbers.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum(Q, [0, 1, 3], K, [0, 2, 3], [0, 1, 2])
    weights = torch.softmax(scores / Q.shape[-1] ** 0.5, -1)
    return torch.einsum(weights, [0, 1, 2], V, [0, 2, 3], [0, 1, 3]), weights
