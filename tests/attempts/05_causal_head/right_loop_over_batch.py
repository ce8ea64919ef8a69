# points: 10
# why: A loop over the texts.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    outs, all_weights = [], []
    for x in h:
        q, k, v = query(x), key(x), value(x)
        s = q @ k.T / q.shape[-1] ** 0.5
        s = s.masked_fill(torch.ones_like(s).triu(1).bool(), float("-inf"))
        w = s.softmax(-1)
        outs.append(w @ v)
        all_weights.append(w)
    return torch.stack(outs), torch.stack(all_weights)
