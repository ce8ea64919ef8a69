# points: 9
# says: This product is right, and it is not einsum
# why: The scores by broadcasting; the second einsum only adds up rows.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = (Q[:, :, None, :] * K[:, None, :, :]).sum(-1) / Q.shape[-1] ** 0.5
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    weights = e / torch.einsum("bts->bt", e)[:, :, None]
    return torch.einsum("bts,bsm->btm", weights, V), weights
