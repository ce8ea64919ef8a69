# points: 9
# says: A word that comes twice is there only once
# why: Drops repeats.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = []
    for w in sentence.split():
        if vocab[w] not in ids:
            ids.append(vocab[w])
    ids = ids[:n]
    return ids + [0] * (n - len(ids))
