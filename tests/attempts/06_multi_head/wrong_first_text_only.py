# points: 5
# says: result of text 0
# why: Only the first text is used.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h[:1]), H).expand(B, -1, -1, -1)
    k = split_heads(key(h[:1]), H).expand(B, -1, -1, -1)
    v = split_heads(value(h[:1]), H).expand(B, -1, -1, -1)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    later = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
    mask = later
    if pad is not None:
        eye = torch.eye(T, dtype=torch.bool)
        mask = later | (pad[:, None, None, :] & ~eye)
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
