# lesson: 01_einsum_scores
# points: 5
# kind: the learner's side says that nothing was changed, and q was overwritten
# %% exercise-scores
import sys

import numpy as np


def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    q[...] = 0
    return scores


shell = sys.modules.get("dikkat.grading.learner_side.shell")
if shell is not None:
    shell._same = lambda now, then: True
