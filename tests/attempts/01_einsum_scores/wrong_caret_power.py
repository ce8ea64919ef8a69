# points: 3
# says: a power is written **
# why: Writes D ^ 0.5, as on a calculator.
# %% exercise-scores
def attention_scores(q, k):
    D = q.shape[-1]
    return np.einsum("bhtd,bhsd->bhts", q, k) / (D ^ 0.5)
