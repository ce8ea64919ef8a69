# points: 4
# says: set to 0 after the softmax
# why: Sets later weights to 0 after the softmax.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1).tril()
    if pad is not None:
        weights = weights * (~pad)[:, None, None, :]
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
