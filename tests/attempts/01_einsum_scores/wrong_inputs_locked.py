# points: 9
# says: the caller's own q can no longer be written to
# why: Makes the caller's arrays read-only.
# %% exercise-scores
def attention_scores(q, k):
    q.setflags(write=False)   # to be sure that nothing changes
    k.setflags(write=False)
    return np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
