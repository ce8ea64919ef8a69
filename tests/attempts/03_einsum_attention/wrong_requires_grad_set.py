# points: 9
# says: the caller's own Q asks for gradients
# why: Makes the caller's tensors ask for gradients.
# %% exercise-attention
import torch


def attention(Q, K, V):
    Q.requires_grad_(); K.requires_grad_(); V.requires_grad_()
    scores = torch.einsum("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.einsum("bts,bsm->btm", weights, V)
    return output, weights
