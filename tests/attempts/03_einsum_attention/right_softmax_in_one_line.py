# points: 10
# why: Everything in one expression, weights computed once.
# %% exercise-attention
import torch


def attention(Q, K, V):
    return (
        torch.einsum("bts,bse->bte", (w := torch.einsum("btd,bsd->bts", Q, K).div(Q.shape[-1] ** 0.5).softmax(-1)), V),
        w,
    )
