# points: 9
# says: Padding has weight where the real scores are very low
# why: Hides with -10000: real scores can lie lower.
# %% exercise-dikkat
def dikkat(Q, K, V, pad):
    att = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
    att = np.where(pad[:, None, :], -10000.0, att)
    att = np.exp(att - att.max(axis=-1, keepdims=True))
    att = att / att.sum(axis=-1, keepdims=True)
    return att @ V, att
