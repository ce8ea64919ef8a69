# points: 6
# says: every query sees every key
# why: A causal mask, copied from a decoder.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5
    mask = torch.triu(torch.ones(Q.shape[1], K.shape[1]), diagonal=1).bool()
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), weights
