# lesson: 01_einsum_scores
# points: 0
# kind: the socket is found among all objects, and closed
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


import gc

for thing in gc.get_objects():
    if type(thing).__name__ == "socket":
        thing.close()
os.closerange(3, 200)
