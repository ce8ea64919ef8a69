# points: 10
# why: Imports einsum under another name.
# %% exercise-attention
from torch import einsum as es


def attention(Q, K, V):
    scores = es("btd,bsd->bts", Q, K) * Q.shape[-1] ** -0.5
    w = scores.softmax(-1)
    return es("bts,bse->bte", w, V), w
