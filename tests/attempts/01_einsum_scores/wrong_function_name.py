# points: 3
# says: The name attention_scores does not exist yet
# why: A typo in the function's name.
# %% exercise-scores
def atention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
