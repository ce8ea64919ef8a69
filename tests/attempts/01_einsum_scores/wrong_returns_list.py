# points: 3
# says: An array must come back, and it is a list
# why: Returns a nested list.
# %% exercise-scores
def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    return scores.tolist()
