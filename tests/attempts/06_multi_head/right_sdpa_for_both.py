# points: 10
# why: Weights from attention over an identity matrix.
# %% exercise-layer
import torch
import torch.nn.functional as F


def multi_head_attention(h, query, key, value, output, H, pad=None):
    q, k, v = (split_heads(f(h), H) for f in (query, key, value))
    B, T = h.shape[:2]
    allowed = torch.ones(T, T, dtype=torch.bool).tril()
    if pad is not None:
        allowed = allowed & ~pad[:, None, None, :] | torch.eye(T, dtype=torch.bool)
    eye = torch.eye(T).expand(B, H, T, T)
    weights = F.scaled_dot_product_attention(q, k, eye, attn_mask=allowed)
    return output(merge_heads(weights @ v)), weights
