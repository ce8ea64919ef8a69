# lesson: 01_einsum_scores
# points: 0
# kind: locked cells with other points, kinds and tags
# metadata: {"check-example": {"nbgrader": {"grade": true, "grade_id": "check-example", "locked": false, "points": 100, "schema_version": 3, "solution": true, "task": false}, "tags": ["raises-exception"]}, "check-place": {"nbgrader": {"grade": false, "grade_id": "check-place", "locked": false, "schema_version": 3, "solution": true, "task": false}}}
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
