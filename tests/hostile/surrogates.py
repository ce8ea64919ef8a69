# lesson: 01_einsum_scores
# points: 0
# kind: texts that are no Unicode
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
def attention_scores(q, k):
    raise ValueError("\ud800 half a letter")


scale_answer = "\udcff"
print("\ud83d")
