# points: 9
# says: A padded position has a row and an output like any other
# why: A padded position with no key has a row of zeros, and should see itself.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    later = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
    mask = later
    if pad is not None:
        mask = later | pad[:, None, None, :]
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1).nan_to_num(0.0)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
