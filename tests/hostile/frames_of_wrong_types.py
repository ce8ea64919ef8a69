# lesson: 01_einsum_scores
# points: 0
# kind: every field of every answer has a wrong type
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


import itertools

connection = find()
wrong = itertools.cycle([None, 1, -1.5, "text", [], {}, (), True, [[]], {"x": 1}, {0: None}, np.zeros(3), [1, 2], b"raw", float("nan")])
fields = ("outputs", "failed", "found", "value", "changed", "error", "verdict", "at")
wire.send(connection, {"outputs": 7, "failed": "no"})
while wire.receive(connection) is not None:
    wire.send(connection, {name: next(wrong) for name in fields if next(wrong) or name != "error"})
