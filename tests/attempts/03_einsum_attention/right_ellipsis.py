# points: 10
# why: Einsum with an ellipsis for the batch.
# %% exercise-attention
import torch


def attention(Q, K, V):
    weights = (torch.einsum("...td,...sd->...ts", Q, K) / Q.size(-1) ** 0.5).softmax(dim=-1)
    return torch.einsum("...ts,...se->...te", weights, V), weights
