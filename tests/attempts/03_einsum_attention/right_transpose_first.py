# points: 10
# why: Transposes K, then multiplies by einsum.
# %% exercise-attention
import torch


def attention(Q, K, V):
    Kt = K.transpose(-2, -1)
    scores = torch.einsum("btd,bds->bts", Q, Kt) / torch.sqrt(torch.tensor(Q.shape[-1]))
    weights = torch.nn.functional.softmax(scores, dim=2)
    return torch.einsum("bts,bsd->btd", [weights, V]), weights
