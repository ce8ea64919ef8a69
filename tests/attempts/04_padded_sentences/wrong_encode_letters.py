# points: 8
# says: walks through its letters
# why: Loops over letters.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = []
    for w in sentence:
        ids.append(vocab.get(w, 0))
    return (ids + [0] * n)[:n]
