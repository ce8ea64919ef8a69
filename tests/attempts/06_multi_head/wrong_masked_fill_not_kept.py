# points: 4
# says: masked_fill gives a new tensor that must be kept
# why: The result of masked_fill is thrown away.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    later = torch.ones(T, T).triu(1).bool()
    if pad is not None:
        later = later | pad[:, None, None, :] & ~torch.eye(T).bool()
    scores.masked_fill(later, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
