# points: 8
# says: Does your function end with `return`?
# why: Prints the ids.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[w] for w in sentence.split()][:n]
    print(ids + [0] * (n - len(ids)))
