# points: 7
# says: which moves no number to a new axis
# why: K reshaped in place of transposed.
# %% exercise-attention
import torch


def attention(Q, K, V):
    B, S, D = K.shape
    scores = torch.einsum("btd,bds->bts", Q, K.reshape(B, D, S)) / D**0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("bts,bse->bte", weights, V), weights
