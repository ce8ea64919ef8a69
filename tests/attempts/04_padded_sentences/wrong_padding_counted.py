# points: 9
# says: Padding may stand anywhere: hide the columns where pad is True
# why: Counts the words and hides from there on: wrong if padding is elsewhere.
# %% exercise-dikkat
def dikkat(Q, K, V, pad):
    B, n, d = Q.shape
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(d)
    for b in range(B):
        length = n - pad[b].sum()
        scores[b, :, length:] = -1e9
    scores -= scores.max(axis=-1, keepdims=True)
    A = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return A @ V, A
