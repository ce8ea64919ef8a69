# lesson: 01_einsum_scores
# points: 0
# kind: answers that are no dicts
# %% exercise-scores
import os
import socket
import stat
import struct
import sys

import numpy as np
from dikkat.grading.between import wire


def find():
    if "dikkat.grading.learner_side.shell" not in sys.modules:
        raise OSError("no such socket: this is JupyterLab, or stock nbgrader")
    for fd in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                found = socket.socket(fileno=os.dup(fd))
                if found.family == socket.AF_UNIX:
                    return found
        except OSError:
            pass


connection = find()
for answer in (None, 1, [], "ok", np.zeros(2), (1, 2)):
    wire.send(connection, answer)
