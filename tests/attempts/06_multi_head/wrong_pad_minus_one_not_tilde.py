# points: 9
# says: turns a boolean mask round
# why: 1 - pad on a boolean tensor.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q = split_heads(query(h), H)
    k = split_heads(key(h), H)
    v = split_heads(value(h), H)
    scores = q @ k.transpose(-2, -1)
    scores = scores / q.shape[-1] ** 0.5
    keep = torch.ones(T, T).tril()
    if pad is not None:
        keep = keep * (1 - pad[:, None, None, :])
    scores = scores.masked_fill(keep == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
