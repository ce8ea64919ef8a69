# points: 8
# says: append and its like change the list itself and return None
# why: Keeps what append returns.
# %% exercise-encode
def encode(sentence, vocab, n):
    ids = [vocab[word] for word in sentence.split()][:n]
    while ids is not None and len(ids) < n:
        ids = ids.append(0)
    return ids
