# points: 9
# says: Look them up as they are written
# why: Changes the words to lower case before they are looked up.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab.get(word, 0) for word in sentence.lower().split()][:n]
    return ids + [0] * (n - len(ids))
