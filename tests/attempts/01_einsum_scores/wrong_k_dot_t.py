# points: 3
# says: swap the last two only
# why: k.T turns all four axes around.
# %% exercise-scores
def attention_scores(q, k):
    return (q @ k.T) / np.sqrt(q.shape[-1])
