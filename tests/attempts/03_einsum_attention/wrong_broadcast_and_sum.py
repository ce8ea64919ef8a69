# points: 9
# says: This product is right, and it is not einsum
# why: Second product by broadcasting and a sum.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = (weights[:, :, :, None] * V[:, None, :, :]).sum(dim=2)
    return output, weights
