# points: 9
# says: they are floats
# why: np.zeros makes floats.
# %% exercise-encode
import numpy as np


def encode(sentence, vocab, n):
    out = np.zeros(n)
    for i, w in enumerate(sentence.split()[:n]):
        out[i] = vocab[w]
    return out
