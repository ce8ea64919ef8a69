# lesson: 01_einsum_scores
# points: 0
# kind: outputs of cells forged on the wire, with scripts in them
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
script = "<script>fetch('/formgrader/api')</script>"
outputs = [
    {"output_type": "display_data", "data": {"text/html": script, "application/javascript": "alert(1)", "image/svg+xml": "<svg onload=alert(1)>"}, "metadata": {"x": script}},
    {"output_type": "execute_result", "data": {"text/plain": "10"}, "metadata": {}, "execution_count": 1},
    {"output_type": "stream", "name": "../../x", "text": "\x1b[2J\x1b]0;title\x07" + script},
    {"output_type": "error", "ename": script, "evalue": script, "traceback": [script, 5]},
    {"output_type": "execute_result", "data": 5}, {"output_type": 5}, 7, None, [],
]
wire.send(connection, {"outputs": outputs, "failed": False})
while (request := wire.receive(connection)) is not None:
    wire.send(connection, {"outputs": outputs, "failed": False, "found": True, "value": script, "changed": {}})
