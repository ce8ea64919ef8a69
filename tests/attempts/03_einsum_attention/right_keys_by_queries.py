# points: 10
# why: Scores as (B, S, T), softmax over S, and back.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bsd,btd->bst", K, Q) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=1)
    return torch.einsum("bst,bse->bte", weights, V), weights.transpose(1, 2)
