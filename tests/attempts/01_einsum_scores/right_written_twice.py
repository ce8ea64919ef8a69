# points: 10
# why: A first wrong version stays in the cell; the last definition counts.
# %% exercise-scores
def attention_scores(q, k):
    return q @ k.T


# better:
def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])


attention_scores(q, k)
