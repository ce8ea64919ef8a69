# points: 10
# why: Small integers.
# %% exercise-encode
import numpy as np


def encode(sentence, vocab, n):
    row = [vocab[w] for w in sentence.split()]
    while len(row) < n:
        row.append(0)
    return np.array(row[:n], dtype=np.uint8)
