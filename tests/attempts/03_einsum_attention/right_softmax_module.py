# points: 10
# why: nn.Softmax, a list returned, long einsum strings with spaces.
# %% exercise-attention
import torch
from torch import nn


def attention(Q, K, V):
    """One head."""
    B, T, D = Q.shape
    softmax = nn.Softmax(dim=-1)
    weights = softmax(torch.einsum("b t d, b s d -> b t s", Q, K) / D**0.5)
    return [torch.einsum("b t s, b s e -> b t e", weights, V), weights]
