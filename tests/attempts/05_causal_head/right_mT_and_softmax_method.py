# points: 10
# why: mT and methods, written in one line each.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    s = (q @ k.mT).div(q.size(-1) ** 0.5)
    w = s.masked_fill(~torch.ones_like(s, dtype=torch.bool).tril(), -torch.inf).softmax(dim=2)
    return w.matmul(v), w
