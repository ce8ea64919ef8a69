# points: 8
# says: A list of numbers must come back
# why: Pads ids with the string <pad>.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[w] for w in sentence.split()][:n]
    while len(ids) < n:
        ids.append("<pad>")
    return ids
