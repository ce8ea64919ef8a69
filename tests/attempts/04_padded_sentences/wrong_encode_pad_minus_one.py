# points: 8
# says: The padding is -1
# why: Pads with -1.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[w] for w in sentence.split()][:n]
    return ids + [-1] * (n - len(ids))
