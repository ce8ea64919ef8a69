# points: 10
# why: Masks are made once and kept.
# %% exercise-layer
import torch


MASKS = {}


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    if T not in MASKS:
        MASKS[T] = torch.ones(T, T).triu(1).bool()
    mask = MASKS[T]
    if pad is not None:
        mask = mask | (pad[:, None, None, :] & ~torch.eye(T).bool())
    scores = scores.masked_fill(mask, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
