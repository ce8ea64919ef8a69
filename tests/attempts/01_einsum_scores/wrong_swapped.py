# points: 3
# says: Rows must be queries
# why: Output letters s and t swapped: rows are keys.
# %% exercise-scores
def attention_scores(q, k):
    return np.einsum("bhtd,bhsd->bhst", q, k) / np.sqrt(q.shape[-1])
