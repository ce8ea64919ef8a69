# points: 6
# says: it does not stretch an axis of size 1
# why: Indexes with pad and a new axis.
# %% exercise-dikkat
def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores[pad[:, None, :]] = -1e9
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = powers / powers.sum(axis=-1, keepdims=True)
    return A @ V, A
