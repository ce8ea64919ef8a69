# points: 10
# why: Each position with a growing prefix, in a loop.
# %% exercise-head
import torch


def causal_head(h, query, key, value):
    q, k, v = query(h), key(h), value(h)
    B, T, D = q.shape
    outs, rows = [], []
    for t in range(T):
        s = (q[:, t : t + 1] @ k[:, : t + 1].transpose(1, 2)) / D ** 0.5
        w = s.softmax(-1)
        outs.append(w @ v[:, : t + 1])
        rows.append(torch.nn.functional.pad(w, (0, T - t - 1)))
    return torch.cat(outs, 1), torch.cat(rows, 1)
