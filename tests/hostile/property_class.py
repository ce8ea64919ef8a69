# lesson: 01_einsum_scores
# points: 0
# kind: an object whose __class__ and __name__ lie
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
class Liar:
    __class__ = property(lambda self: np.ndarray)
    __name__ = property(lambda self: "✓ passed\x1b[2K\r")
    __call__ = lambda self, *args: Liar()
    shape = property(lambda self: (1, 1, 2, 1))


attention_scores = Liar()
