# points: 4
# says: does not see itself
# why: The diagonal is hidden too.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    later = torch.ones(T, T).triu(0).bool()
    mask = later
    if pad is not None:
        mask = later | (pad[:, None, None, :] & ~torch.eye(T, dtype=torch.bool))
    scores = scores.masked_fill(mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
