# points: 9
# says: longer than n was not cut
# why: Does not cut.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = []
    for word in sentence.split():
        ids.append(vocab[word])
    while len(ids) < n:
        ids.append(0)
    return ids
