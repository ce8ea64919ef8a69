# points: 3
# says: The name attention_scores does not exist yet
# why: A bracket is missing.
# %% exercise-scores
def attention_scores(q, k):
    D = q.shape[-1]
    return np.einsum("bhtd,bhsd->bhts", q, k / np.sqrt(D)
