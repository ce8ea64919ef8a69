# points: 3
# says: transpose wants every axis
# why: Calls a tensor's method on an array.
# %% exercise-scores
def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / np.sqrt(q.size(-1))
