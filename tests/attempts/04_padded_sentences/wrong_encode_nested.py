# points: 8
# says: a list of
# why: Appends the list of zeros as one item.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[w] for w in sentence.split()][:n]
    ids.append([0] * (n - len(ids)))
    return ids
