# lesson: 01_einsum_scores
# points: 0
# kind: a BaseException without a name, and one that ends the run
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
class Odd(BaseException):
    pass


Odd.__name__ = ""


def attention_scores(q, k):
    raise GeneratorExit if q.shape[0] == 1 else Odd()
