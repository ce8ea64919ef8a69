# points: 3
# says: Does your function end with `return`?
# why: Prints in place of returning.
# %% exercise-scores
def attention_scores(q, k):
    print(np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1]))
