# points: 10
# why: Made with torch, and given back as an array.
# %% exercise-scores
import numpy as np
import torch


def attention_scores(q, k):
    a = torch.tensor(q, dtype=torch.float32)
    b = torch.tensor(k, dtype=torch.float32)
    return (a @ b.transpose(-2, -1) / a.shape[-1] ** 0.5).numpy()
