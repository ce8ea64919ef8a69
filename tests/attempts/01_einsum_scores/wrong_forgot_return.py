# points: 3
# says: Does your function end with `return`?
# why: No return.
# %% exercise-scores
def attention_scores(q, k):
    scores = np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
