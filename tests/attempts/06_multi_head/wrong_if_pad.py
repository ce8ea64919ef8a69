# points: 9
# says: write `if x is not None`
# why: Asks `if pad:`.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    q, k, v = (split_heads(layer(h), H) for layer in (query, key, value))
    T = h.shape[1]
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    hidden = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
    if pad:
        hidden = hidden | (pad[:, None, None, :] & ~torch.eye(T, dtype=torch.bool))
    weights = torch.softmax(scores.masked_fill(hidden, float("-inf")), dim=-1)
    return output(merge_heads(weights @ v)), weights
