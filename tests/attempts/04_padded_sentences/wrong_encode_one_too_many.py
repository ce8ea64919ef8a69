# points: 8
# says: one id too many
# why: Counts the zeros wrongly.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[w] for w in sentence.split()][:n]
    return ids + [0] * (n - len(ids) + 1)
