# points: 9
# says: A padded position has a row and an output like any other
# why: -1e9 as in lesson 04: a padded row 0 spreads over all keys, later ones too.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    T = h.shape[1]
    q, k, v = (split_heads(f(h), H) for f in (query, key, value))
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    hidden = torch.ones(T, T, dtype=torch.bool).triu(1)
    if pad is not None:
        hidden = hidden | pad[:, None, None, :]
    weights = torch.softmax(scores.masked_fill(hidden, -1e9), dim=-1)
    return output(merge_heads(weights @ v)), weights
