# points: 8
# says: KeyError: 'ç'
# why: Loops over letters, and the dict complains.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = []
    for w in sentence:
        ids.append(vocab[w])
    return (ids + [0] * n)[:n]
