# points: 3
# says: NameError: name 'math' is not defined
# why: Uses math and does not import it.
# %% exercise-scores
def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) / math.sqrt(q.shape[-1])
