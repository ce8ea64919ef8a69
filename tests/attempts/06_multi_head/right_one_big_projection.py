# points: 10
# why: One big projection, then chunk.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    W = torch.cat([query.weight, key.weight, value.weight])
    x = h @ W.T
    if query.bias is not None:
        x = x + torch.cat([query.bias, key.bias, value.bias])
    q, k, v = (split_heads(part, H) for part in x.chunk(3, dim=-1))
    scores = q @ k.mT / q.shape[-1] ** 0.5
    keep = torch.ones(T, T, dtype=torch.bool).tril()
    if pad is not None:
        keep = keep & (~pad[:, None, None, :] | torch.eye(T, dtype=torch.bool))
    weights = torch.where(keep, scores, -torch.inf).softmax(dim=-1)
    return output(merge_heads(weights @ v)), weights
