# points: 3
# says: An array must come back, and it is a tuple of 2
# why: Returns the scores and the shape.
# %% exercise-scores
def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
    return scores, scores.shape
