# points: 10
# why: A loop over the texts, einsum inside: loops are not asked about here.
# %% exercise-attention
import torch


def attention(Q, K, V):
    outs, ws = [], []
    for q, k, v in zip(Q, K, V):
        w = torch.softmax(torch.einsum("td,sd->ts", q, k) / q.shape[-1] ** 0.5, dim=-1)
        ws.append(w)
        outs.append(torch.einsum("ts,se->te", w, v))
    return torch.stack(outs), torch.stack(ws)
