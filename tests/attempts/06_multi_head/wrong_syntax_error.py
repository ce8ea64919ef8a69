# points: 4
# says: The name multi_head_attention does not exist yet
# why: A bracket is missing.
# %% exercise-layer
import torch


def multi_head_attention(h, query, key, value, output, H, pad=None):
    q = split_heads(query(h), H
    return q
