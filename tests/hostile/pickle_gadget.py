# lesson: 01_einsum_scores
# points: 0
# kind: an object that runs a command when it is unpickled
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
import os


class Gadget:
    def __reduce__(self):
        return os.system, ("touch hostile-gadget",)


def attention_scores(q, k):
    return Gadget()


scale_answer = shapes = Gadget()
output_letters = np.array([Gadget()], dtype=object)
