# points: 8
# says: These are plain dot products
# says: the square root of one head's D
# why: Forgets the scale: plain dot products.
# %% exercise-scores
def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k)
