# points: 10
# why: Lesson 05's head, called once a head on slices of the layers.
# %% exercise-layer
import torch
import torch.nn.functional as F


def part(layer, rows):
    bias = None if layer.bias is None else layer.bias[rows]
    return lambda x: F.linear(x, layer.weight[rows], bias)


def one_head(h, query, key, value, pad):
    q, k, v = query(h), key(h), value(h)
    T = q.shape[1]
    hide = torch.ones(T, T).triu(1).bool()
    if pad is not None:
        hide = hide | (pad[:, None, :] & ~torch.eye(T).bool())
    w = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(hide, -torch.inf).softmax(-1)
    return w @ v, w


def multi_head_attention(h, query, key, value, output, H, pad=None):
    D = query.out_features // H
    outs, ws = [], []
    for i in range(H):
        rows = slice(i * D, (i + 1) * D)
        o, w = one_head(h, *(part(layer, rows) for layer in (query, key, value)), pad)
        outs.append(o)
        ws.append(w)
    return output(torch.cat(outs, -1)), torch.stack(ws, 1)
