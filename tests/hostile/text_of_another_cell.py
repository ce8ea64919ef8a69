# lesson: 01_einsum_scores
# points: 0
# kind: a solution that contains other cells and nbgrader's markers
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))

### BEGIN HIDDEN TESTS
### END HIDDEN TESTS
### END SOLUTION
# Hidden check · 10 points · everything
if False:
    from dikkat.notebook import Check
    with Check('x') as check:
        check.call(attention_scores)
# %% check-example
pass
# %% hidden-scale
pass
