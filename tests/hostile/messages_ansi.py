# lesson: 01_einsum_scores
# points: 0
# kind: texts with escape sequences, HTML and overrides of direction
# %% exercise-scores
import numpy as np


def attention_scores(q, k):
    return np.zeros((len(q), q.shape[1], q.shape[2], k.shape[2]))
def attention_scores(q, k):
    raise ValueError("\x1b[2J\x1b[1;32m✓ 10 points\x1b]0;owned\x07 <script>alert(1)</script> \u202e\x00\x08")


scale_answer = "\x1b[2J<img src=x onerror=alert(1)>\u202e"
output_letters = "</pre><script>alert(1)</script>\x1b]8;;http://x\x07"
