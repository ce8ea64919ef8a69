# points: 9
# says: out must be made with the same weights
# why: Returned weights hide padding, those used for out do not.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    scores = scores.masked_fill(torch.ones(T, T).triu(1).bool(), -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    if pad is not None:
        hide = pad[:, None, None, :] & ~torch.eye(T, dtype=torch.bool)
        weights = torch.softmax(scores.masked_fill(hide, -torch.inf), dim=-1)
    out = merge_heads(out)
    out = output(out)
    return out, weights
