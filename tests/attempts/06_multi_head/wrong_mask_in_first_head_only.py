# points: 4
# says: The mask must reach every head
# why: The causal mask reaches head 0 alone.
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
    scores = scores.clone()
    scores[:, 0] = scores[:, 0].masked_fill(later, -torch.inf)
    if pad is not None:
        scores = scores.masked_fill(pad[:, None, None, :] & ~torch.eye(T, dtype=torch.bool), -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
