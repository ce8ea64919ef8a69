# points: 6
# says: The rows of the weights must be queries
# why: Right output, weights as (B, S, T).
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("bsd,btd->bst", K, Q) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=1)
    return torch.einsum("bst,bse->bte", weights, V), weights
