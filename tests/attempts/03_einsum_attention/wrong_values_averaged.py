# points: 7
# says: plain mean of all values
# why: Mean of V.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = V.mean(dim=1, keepdim=True).expand(-1, Q.shape[1], -1)
    return output, weights
