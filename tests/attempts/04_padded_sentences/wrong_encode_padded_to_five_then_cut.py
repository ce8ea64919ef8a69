# points: 9
# says: The padding is missing. Fill up with 0 until there are n ids
# why: Pads up to five, whatever n is, and cuts.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[word] for word in sentence.split()]
    ids = ids + [0] * (5 - len(ids))
    return ids[:n]
