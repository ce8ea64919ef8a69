# points: 10
# why: Batch and heads folded together, bmm.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, _ = h.shape
    q, k, v = (split_heads(f(h), H).reshape(B * H, T, -1) for f in (query, key, value))
    s = torch.bmm(q, k.transpose(1, 2)) / q.size(-1) ** 0.5
    hide = torch.ones(T, T).triu(1).bool().expand(B, H, T, T)
    if pad is not None:
        hide = hide | (pad.view(B, 1, 1, T) & ~torch.eye(T).bool())
    w = s.masked_fill(hide.reshape(B * H, T, T), -torch.inf).softmax(-1)
    out = torch.bmm(w, v).view(B, H, T, -1)
    return output(merge_heads(out)), w.view(B, H, T, T)
