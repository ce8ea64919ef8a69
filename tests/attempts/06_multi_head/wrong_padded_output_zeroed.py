# points: 9
# says: A padded position has a row and an output like any other
# why: The out of padded positions is set to 0.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    T = h.shape[1]
    q, k, v = (split_heads(f(h), H) for f in (query, key, value))
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    hidden = torch.ones(T, T, dtype=torch.bool).triu(1)
    if pad is not None:
        hidden = hidden | (pad[:, None, None, :] & ~torch.eye(T, dtype=torch.bool))
    weights = torch.softmax(scores.masked_fill(hidden, float("-inf")), dim=-1)
    out = output(merge_heads(weights @ v))
    if pad is not None:
        out = out.masked_fill(pad[:, :, None], 0.0)
    return out, weights
