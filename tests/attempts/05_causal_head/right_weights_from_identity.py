# points: 10
# why: Weights from attention over an identity matrix.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    eye = torch.eye(h.shape[1]).expand(h.shape[0], -1, -1)
    weights = torch.nn.functional.scaled_dot_product_attention(q, k, eye, is_causal=True)
    return weights @ v, weights
