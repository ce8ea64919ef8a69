# points: 9
# says: no longer add up to 1
# why: Padding's weights are set to 0 after the softmax.
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
    if pad is not None:
        weights = weights.masked_fill(pad[:, None, None, :], 0.0)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
