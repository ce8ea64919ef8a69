# points: 10
# why: An integer array.
# %% exercise-encode
import numpy as np


def encode(sentence, vocab, n):
    ids = np.zeros(n, dtype=int)
    for i, word in enumerate(sentence.split(' ')):
        if i < n:
            ids[i] = vocab[word]
    return ids
