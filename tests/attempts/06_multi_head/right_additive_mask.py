# points: 10
# why: A float mask that is added.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    m = torch.full((T, T), float("-inf")).triu(1)
    if pad is not None:
        m = m + torch.zeros(B, 1, T, T).masked_fill(pad[:, None, None, :] & ~torch.eye(T).bool(), float("-inf"))
    scores = scores + m
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
