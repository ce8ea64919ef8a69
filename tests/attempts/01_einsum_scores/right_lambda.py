# points: 10
# why: A lambda in place of a def.
# %% exercise-scores
attention_scores = lambda q, k: np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(q.shape[-1])
