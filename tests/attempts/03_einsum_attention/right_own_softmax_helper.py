# points: 10
# why: A softmax of one's own, with a global maximum taken off.
# %% exercise-attention
import torch


def softmax(x):
    x = torch.exp(x - x.max())
    return x / x.sum(-1, keepdim=True)


def attention(Q, K, V):
    scores = torch.einsum("btd,bsd->bts", Q, K).div(Q.shape[-1] ** 0.5)
    weights = softmax(scores)
    return torch.einsum("bts,bse->bte", weights, V), weights
