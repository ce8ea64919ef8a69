# points: 8
# says: padding is on the left
# why: Pads on the left.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[w] for w in sentence.split()][:n]
    return [0] * (n - len(ids)) + ids
