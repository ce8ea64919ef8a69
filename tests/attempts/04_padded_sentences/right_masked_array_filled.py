# points: 10
# why: A masked array, filled with 0: a sentence of padding has rows of zeros, which are finite.
# %% exercise-dikkat
def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])
    scores = np.ma.masked_array(scores, mask=np.broadcast_to(pad[:, None, :], scores.shape))
    powers = np.ma.exp(scores - scores.max(axis=-1, keepdims=True))
    A = powers / powers.sum(axis=-1, keepdims=True)
    return np.ma.dot(A, V) if False else np.matmul(A.filled(0), V), A.filled(0)
