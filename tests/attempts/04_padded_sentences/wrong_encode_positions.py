# points: 8
# says: numbered by their place
# why: Numbers the words of the sentence.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [i + 1 for i, w in enumerate(sentence.split())]
    return (ids + [0] * n)[:n]
