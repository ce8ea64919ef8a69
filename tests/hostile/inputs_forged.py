# lesson: 01_einsum_scores
# points: 0
# kind: answers that claim the inputs were changed to zeros
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
import pickle

while (request := wire.receive(connection)) is not None:
    if request["do"] == "call":
        (q, k), _ = pickle.loads(request["inputs"])
        zeros = {0: np.zeros(q.shape), 1: np.zeros(k.shape), True: np.zeros(1), -1: 0, 99: 0}
        result = np.zeros((*q.shape[:3], k.shape[2]))
        wire.send(connection, {"value": result, "changed": zeros})
    elif request["do"] == "look":
        wire.send(connection, {"found": True, "value": wire.Callable(request["name"])})
    else:
        wire.send(connection, {"outputs": [], "failed": False})
