# points: 10
# why: A loop over heads, with slices.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    q, k, v = query(h), key(h), value(h)
    B, T, W = q.shape
    D = W // H
    hide = torch.triu(torch.ones(T, T), 1) == 1
    if pad is not None:
        hide = hide | (pad.unsqueeze(1) & ~torch.eye(T).bool())
    outs, all_weights = [], []
    for i in range(H):
        part = slice(i * D, (i + 1) * D)
        s = q[..., part] @ k[..., part].transpose(1, 2) / D ** 0.5
        w = torch.softmax(s.masked_fill(hide, float("-inf")), dim=-1)
        outs.append(w @ v[..., part])
        all_weights.append(w)
    return output(torch.cat(outs, dim=-1)), torch.stack(all_weights, dim=1)
