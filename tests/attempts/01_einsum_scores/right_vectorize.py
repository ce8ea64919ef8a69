# points: 9
# says: This is a loop in Python
# why: np.vectorize is a loop in Python.
# %% exercise-scores
def attention_scores(q, k):
    table = np.vectorize(lambda a, b: a @ b.T, signature="(t,d),(s,d)->(t,s)")
    return table(q, k) / np.sqrt(q.shape[-1])
