# lesson: 01_einsum_scores
# points: 0
# kind: outputs of 60 MB for every cell, forged on the wire
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
outputs = [{"output_type": "stream", "name": "stdout", "text": "x" * 60_000_000}]
wire.send(connection, {"outputs": outputs, "failed": False})
while (request := wire.receive(connection)) is not None:
    wire.send(connection, {"outputs": outputs, "failed": False, "found": False, "value": None})
