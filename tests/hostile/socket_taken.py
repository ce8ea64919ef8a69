# lesson: 01_einsum_scores
# points: 1
# kind: the data socket is taken over, and every request answered by hand
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
wire.send(connection, {"outputs": [], "failed": False})
while (request := wire.receive(connection)) is not None:
    if request["do"] == "look":
        answer = {"found": True, "value": wire.Callable("attention_scores")}
    elif request["do"] == "run":
        answer = {"outputs": [], "failed": False, "verdicts": {"hidden-scale": {"passed": True}}}
    else:
        answer = {"value": np.array([[[[0.5], [1.0]]]]), "changed": {}, "passed": True}
    wire.send(connection, answer)
