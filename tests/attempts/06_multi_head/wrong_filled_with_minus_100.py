# points: 9
# says: A later key has weight where the other scores are very low
# why: Hides with -100: a later key has weight where scores are low.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    q, k, v = (split_heads(layer(h), H) for layer in (query, key, value))
    T, D = q.shape[-2:]
    scores = q @ k.transpose(-2, -1) / D**0.5
    hidden = torch.ones(T, T, dtype=torch.bool).triu(1)
    scores = scores.masked_fill(hidden, -100)
    if pad is not None:
        itself = torch.eye(T, dtype=torch.bool)
        scores = scores.masked_fill(pad[:, None, None, :] & ~itself, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return output(merge_heads(weights @ v)), weights
