# points: 10
# why: nn.functional.embedding.
# %% exercise-lookup
import torch

H = torch.nn.functional.embedding(torch.tensor(X), torch.tensor(E)).numpy()
