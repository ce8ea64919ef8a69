# points: 3
# says: Nothing came back (None)
# why: The body is pass.
# %% exercise-scores
def attention_scores(q, k):
    pass
