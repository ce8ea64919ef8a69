# points: 3
# says: NameError: name 'score' is not defined
# why: A typo in a name inside the function.
# %% exercise-scores
def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k)
    return score / np.sqrt(q.shape[-1])
