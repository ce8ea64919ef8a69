# points: 9
# says: it returned a tensor of PyTorch
# why: Made with torch, and given back as a tensor.
# %% exercise-scores
import torch


def attention_scores(q, k):
    a, b = torch.tensor(q, dtype=torch.float64), torch.tensor(k, dtype=torch.float64)
    return a @ b.mT / a.shape[-1] ** 0.5
