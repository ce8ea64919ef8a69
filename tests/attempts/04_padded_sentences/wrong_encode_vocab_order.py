# points: 9
# says: places of the words in vocab
# why: Uses the place in vocab, not its value.
# %% exercise-encode
def encode(sentence, vocab, n):
    order = list(vocab)
    ids = [order.index(w) for w in sentence.split()]
    return (ids + [0] * n)[:n]
