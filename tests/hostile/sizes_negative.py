# lesson: 01_einsum_scores
# points: 0
# kind: arrays of negative and of overflowing sizes
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
wire.receive.__defaults__
shapes = ["[-1]", "[-1,-1]", "[1e3]", "[4294967296,4294967296]", "[67108864,67108864,67108864,67108864]", "null"]
for shape in shapes * 10:
    header = ('{"dict":[[{"str":5},{"array":["<f8",%s]}]]}' % shape).encode()
    body = struct.pack("<Q", len(header)) + header + b"value" + bytes(8)
    connection.sendall(struct.pack("<Q", len(body)) + body)
    wire.receive(connection)
