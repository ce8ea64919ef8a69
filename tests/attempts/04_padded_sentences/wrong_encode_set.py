# points: 8
# says: The ids are sorted
# why: Sorts unique ids.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = sorted(set(vocab[w] for w in sentence.split()))
    return (ids + [0] * n)[:n]
