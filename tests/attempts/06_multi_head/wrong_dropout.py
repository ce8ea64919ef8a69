# points: 4
# says: something random is inside
# why: Dropout on the weights, as in many tutorials.
# %% exercise-layer
import torch
import torch.nn.functional as F


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
        eye = torch.eye(T, dtype=torch.bool)
        mask = later | (pad[:, None, None, :] & ~eye)
    scores = scores.masked_fill(mask, float("-inf"))
    weights = F.dropout(torch.softmax(scores, dim=-1), 0.1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
