# lesson: 01_einsum_scores
# points: 0
# kind: its own clock stands still, and its time limit never comes
# %% exercise-scores
import os
import signal

import numpy as np

try:
    from dikkat.grading.processes import clock

    clock.Clock.now = lambda self: 0.0
    clock.waited = lambda watched: 1e9
except ImportError:
    pass
signal.setitimer(signal.ITIMER_REAL, 0)
os.closerange(5, 20)
while True:
    pass
