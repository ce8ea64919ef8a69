# points: 10
# why: exp times keep over its sum.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    keep = torch.ones(T, T).tril()
    if pad is not None:
        keep = torch.maximum(keep * (~pad[:, None, None, :]).float(), torch.eye(T))
    e = torch.exp(scores - scores.amax(-1, keepdim=True)) * keep
    weights = e / e.sum(-1, keepdim=True)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
