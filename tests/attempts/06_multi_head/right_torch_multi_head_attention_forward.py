# points: 10
# why: torch's functional multi-head attention with the four layers, where it fits; by hand elsewhere.
# %% exercise-layer
import torch
import torch.nn.functional as F


def multi_head_attention(h, query, key, value, output, H, pad=None):
    B, T, C = h.shape
    hide = torch.ones(T, T, dtype=torch.bool).triu(1).expand(B, H, T, T)
    if pad is not None:
        hide = hide | (pad[:, None, None, :] & ~torch.eye(T, dtype=torch.bool))
    if query.out_features != C:
        q, k, v = (split_heads(f(h), H) for f in (query, key, value))
        w = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(hide, -torch.inf).softmax(-1)
        return output(merge_heads(w @ v)), w
    x = h.transpose(0, 1)
    bias = None
    if query.bias is not None:
        bias = torch.cat([query.bias, key.bias, value.bias])
    out, w = F.multi_head_attention_forward(
        x, x, x, C, H, torch.cat([query.weight, key.weight, value.weight]), bias, None, None, False, 0.0,
        output.weight, output.bias, training=False, attn_mask=hide.reshape(B * H, T, T), average_attn_weights=False,
    )
    return out.transpose(0, 1), w
