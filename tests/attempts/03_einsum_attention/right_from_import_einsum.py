# points: 10
# why: Imports einsum and softmax by name.
# %% exercise-attention
import math

import torch.nn.functional as F
from torch import einsum


def attention(Q, K, V):
    d_k = Q.size(-1)
    scores = einsum("btd,bsd->bts", Q, K) / math.sqrt(d_k)
    attn = F.softmax(scores, dim=-1)
    out = einsum("bts,bse->bte", attn, V)
    return out, attn
