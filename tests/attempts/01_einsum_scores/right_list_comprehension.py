# points: 9
# says: This is a loop in Python
# why: A list comprehension is a loop too.
# %% exercise-scores
def attention_scores(q, k):
    tables = [[qh @ kh.T for qh, kh in zip(qb, kb)] for qb, kb in zip(q, k)]
    return np.array(tables) / np.sqrt(q.shape[-1])
