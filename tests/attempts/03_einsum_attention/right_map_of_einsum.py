# points: 10
# why: map(torch.einsum, ...) goes over the texts.
# %% exercise-attention
import itertools

import torch


def attention(Q, K, V):
    scores = torch.stack(list(map(torch.einsum, itertools.repeat("td,sd->ts"), Q, K)))
    weights = torch.softmax(scores / Q.shape[-1] ** 0.5, dim=-1)
    mixed = map(torch.einsum, itertools.repeat("ts,sm->tm"), weights, V)
    return torch.stack(list(mixed)), weights
