# points: 6
# says: the d of these Q and K, not the notebook's
# why: Two faults at once: the notebook's d, and pad without a new axis.
# %% exercise-dikkat
def dikkat(Q, K, V, pad):
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(d)
    scores = np.where(pad, -1e9, scores)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = powers / powers.sum(axis=-1, keepdims=True)
    return A @ V, A
