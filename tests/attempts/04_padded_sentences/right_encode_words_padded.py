# points: 10
# why: Pads the words, then looks them up; a tuple.
# %% exercise-encode
def encode(sentence, vocab, n):
    words = sentence.split()
    words = words + ["<pad>"] * n
    return tuple(map(vocab.get, words[:n]))
