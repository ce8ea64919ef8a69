# points: 10
# why: The prediction as a tensor.
# %% predict-softmax
import torch

prediction = torch.tensor([0.5, 0.5, 0.0, 0.0])
