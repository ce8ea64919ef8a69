# points: 9
# says: There is no answer for E yet
# why: One left out.
# %% answer-match
shapes = {
    "E[X]": (5, 5, 8),
    "the scores": (5, 5, 5),
    "pad[:, ____, :]": (5, 1, 5),
    "E": None,
}
