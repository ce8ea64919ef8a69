# points: 9
# says: the caller's own pad
# why: Turns pad around in place to get a mask of what to keep.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    keep = torch.ones(T, T).tril().bool()
    if pad is not None:
        pad.logical_not_()
        keep = keep & (pad[:, None, None, :] | torch.eye(T, dtype=torch.bool))
    scores = scores.masked_fill(~keep, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
