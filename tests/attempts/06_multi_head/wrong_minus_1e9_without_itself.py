# points: 9
# says: A padded position has a row and an output like any other
# why: -1e9 for both masks: a padded position with no key shares among all, later ones too.
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
    scores = scores.masked_fill(later, -1e9)
    if pad is not None:
        scores = scores.masked_fill(pad[:, None, None, :], -1e9)
    weights = torch.softmax(scores, dim=-1)
    out = weights @ v
    out = merge_heads(out)
    out = output(out)
    return out, weights
