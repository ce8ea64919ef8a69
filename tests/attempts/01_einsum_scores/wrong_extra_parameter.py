# points: 3
# says: missing 1 required positional argument
# why: Wants D as a third argument.
# %% exercise-scores
def attention_scores(q, k, d):
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(d)
