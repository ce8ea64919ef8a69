# points: 10
# why: np.add.reduce over the last axis: reduce of a ufunc is no loop.
# %% exercise-scores
def attention_scores(q, k):
    products = q[..., :, None, :] * k[..., None, :, :]
    return np.add.reduce(products, axis=-1) / np.sqrt(q.shape[-1])
