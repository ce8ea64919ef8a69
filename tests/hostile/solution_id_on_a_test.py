# lesson: 01_einsum_scores
# points: 0
# kind: a test and a solution with their ids exchanged
# metadata: {"exercise-scores": {"nbgrader": {"grade": true, "grade_id": "check-example", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}}, "check-example": {"nbgrader": {"grade": false, "grade_id": "exercise-scores", "locked": false, "schema_version": 3, "solution": true, "task": false}}}
# %% exercise-scores
# Visible check
import numpy as np
# %% check-example
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
