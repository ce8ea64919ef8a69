# points: 10
# why: np.pad.
# %% exercise-encode
import numpy as np


def encode(sentence, vocab, n):
    ids = np.array([vocab[w] for w in sentence.split()[:n]])
    return np.pad(ids, (0, n - len(ids)))
