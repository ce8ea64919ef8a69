# lesson: 05_causal_head
# points: 0
# kind: a module with hooks and a __reduce__ comes back
# %% exercise-head
import os

import torch


class Gadget(torch.nn.Linear):
    def __reduce__(self):
        return os.system, ("touch hostile-gadget",)


def causal_head(h, query, key, value):
    query.register_forward_hook(lambda *args: os.system("id"))
    return Gadget(8, 8), {"weights": Gadget(8, 8)}
