# points: 3
# says: This must be a function
# why: A variable takes the place of the function.
# %% exercise-scores
def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])

attention_scores = attention_scores(q, k)  # see the result
