# points: 9
# says: A padded position has a row and an output like any other
# why: Hides padding rightly, and sets the values of padding to 0 as well.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    q, k, v = (split_heads(f(h), H) for f in (query, key, value))
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    hidden = torch.ones(T, T, dtype=torch.bool).triu(1)
    if pad is not None:
        hidden = hidden | (pad[:, None, None, :] & ~torch.eye(T, dtype=torch.bool))
        v = v.masked_fill(pad[:, None, :, None], 0.0)
    weights = torch.softmax(scores.masked_fill(hidden, float("-inf")), dim=-1)
    return output(merge_heads(weights @ v)), weights
