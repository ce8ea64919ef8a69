# points: 9
# says: it is not einsum
# why: The output from scaled_dot_product_attention, the weights from einsum.
# %% exercise-attention
import torch
import torch.nn.functional as F


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = F.scaled_dot_product_attention(Q, K, V)
    return output, weights
