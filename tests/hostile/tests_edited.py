# lesson: 01_einsum_scores
# points: 0
# kind: the locked tests are emptied
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
# %% check-example
pass
# %% check-place
pass
# %% hidden-scale
pass
# %% hidden-ones
pass
# %% hidden-integers
pass
# %% hidden-unchanged
pass
# %% hidden-no-loops
pass
# %% hidden-answer-scale
pass
# %% hidden-answer-letters
pass
# %% hidden-answer-shapes
pass
