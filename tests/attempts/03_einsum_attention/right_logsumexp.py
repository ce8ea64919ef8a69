# points: 10
# why: Softmax as exp of the scores less logsumexp.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.exp(scores - torch.logsumexp(scores, dim=-1, keepdim=True))
    return torch.einsum("bts,bse->bte", weights, V), weights
