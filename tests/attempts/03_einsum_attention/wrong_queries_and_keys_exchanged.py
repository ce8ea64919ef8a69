# points: 5
# says: The rows of the weights must be queries
# why: ->bst.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,bsd->bst", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("bst,bse->bte", weights, V), weights
