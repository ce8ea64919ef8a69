# points: 10
# why: einsum for everything, no split_heads or merge_heads.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    D = query.out_features // H
    q, k, v = (f(h).reshape(B, T, H, D) for f in (query, key, value))
    scores = torch.einsum("bthd,bshd->bhts", q, k) / D**0.5
    hide = torch.ones(T, T, dtype=torch.bool).triu(1)
    if pad is not None:
        hide = hide | (pad[:, None, None] & ~torch.eye(T, dtype=torch.bool))
    weights = scores.masked_fill(hide, -torch.inf).softmax(-1)
    out = torch.einsum("bhts,bshd->bthd", weights, v).reshape(B, T, H * D)
    return output(out), weights
