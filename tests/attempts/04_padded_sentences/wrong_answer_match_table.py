# points: 9
# says: a row for each of the nine ids
# why: The table turned.
# %% answer-match
shapes = {
    "E[X]": (5, 5, 8),
    "the scores": (5, 5, 5),
    "pad[:, ____, :]": (5, 1, 5),
    "E": (8, 9),
}
