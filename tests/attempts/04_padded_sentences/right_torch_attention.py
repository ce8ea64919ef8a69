# points: 10
# why: Lets PyTorch do the softmax, and gives arrays back.
# %% exercise-dikkat
import torch

def dikkat(Q, K, V, pad):
    q, k, v, p = (torch.tensor(a) for a in (Q, K, V, pad))
    scores = q @ k.mT / q.shape[-1] ** 0.5
    A = scores.masked_fill(p[:, None, :], -1e9).softmax(-1)
    return (A @ v).numpy(), A.numpy()
