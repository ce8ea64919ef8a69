# points: 8
# says: padding is missing
# why: Does not pad.
# %% exercise-encode
def encode(sentence, vocab, n):
    words = sentence.split()
    return [vocab[w] for w in words[:n]]
