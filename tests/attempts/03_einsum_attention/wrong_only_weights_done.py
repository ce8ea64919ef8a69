# points: 5
# says: An array must come back
# why: Writes the first half, leaves a placeholder for the output.
# %% exercise-attention
import torch


def attention(Q, K, V):
    scores = torch.einsum("btd,bsd->bts", Q, K) / Q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return ..., weights  # output: later
