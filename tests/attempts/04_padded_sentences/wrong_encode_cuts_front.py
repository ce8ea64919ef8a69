# points: 9
# says: first words were cut away
# why: Keeps the last n words.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[w] for w in sentence.split()]
    ids = ids + [0] * (n - len(ids))
    return ids[-n:]
