# points: 10
# why: functools.partial of einsum, powers of two, a keyword with a default.
# %% exercise-attention
import functools
import math
import torch

_dots = functools.partial(torch.einsum, "btd,bsd->bts")
_mix = functools.partial(torch.einsum, "bts,bsm->btm")


def attention(Q, K, V, *, _log2e=math.log2(math.e)):
    two = _dots(Q, K) * (_log2e / math.sqrt(K.shape[-1]))
    p = torch.exp2(two - two.max(dim=-1, keepdim=True).values)
    return _mix(w := p / p.sum(-1, True), V), w
