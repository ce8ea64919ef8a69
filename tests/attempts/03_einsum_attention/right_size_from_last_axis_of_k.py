# points: 10
# why: Divides by sqrt of K's last axis as a tensor; multiplies by rsqrt.
# %% exercise-attention
import torch


def attention(Q, K, V):
    d = torch.tensor(float(K.shape[-1]))
    logits = torch.einsum("nqc,nkc->nqk", Q, K).mul(torch.rsqrt(d))
    probs = torch.nn.functional.softmax(logits, -1)
    return torch.einsum("nqk,nkc->nqc", probs, V), probs
