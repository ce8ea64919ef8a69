# points: 4
# says: The name attention does not exist yet
# why: A bracket is missing.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,bsd->bts", Q, K / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), weights
