# points: 10
# why: NumPy 2's .mT swaps the last two axes.
# %% exercise-scores
def attention_scores(q, k):
    return q @ k.mT / q.shape[-1] ** 0.5
