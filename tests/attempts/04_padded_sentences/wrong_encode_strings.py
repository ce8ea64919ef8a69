# points: 8
# says: '<pad>'
# why: Returns words, padded with words.
# %% exercise-encode
def encode(sentence, vocab, n):
    words = sentence.split()[:n]
    return words + ["<pad>"] * (n - len(words))
