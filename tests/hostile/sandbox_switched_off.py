# lesson: 01_einsum_scores
# points: 0
# kind: asks for no sandbox, and ends its process to be started again
# %% exercise-scores
import os

import numpy as np

os.environ["DIKKAT_SANDBOX"] = "none"
try:
    from dikkat.grading import settings

    settings.FULL = settings.REDUCED = settings.NONE
except ImportError:
    pass
if not os.path.exists("/tmp/again"):
    open("/tmp/again", "w").close()
    os._exit(0)



def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
