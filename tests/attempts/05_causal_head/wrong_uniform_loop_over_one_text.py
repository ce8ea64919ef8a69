# points: 9
# says: Each text is averaged alone
# why: Adds up over the batch.
# %% exercise-uniform
import torch


def uniform_average(h):
    out = []
    for t in range(h.shape[1]):
        out.append(h[:, : t + 1].mean(dim=(0, 1)))
    return torch.stack(out)[None].expand_as(h)
