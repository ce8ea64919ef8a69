# points: 9
# says: two axes of X
# why: E[X] and the scores exchanged.
# %% answer-match
shapes = {
    "E[X]": (5, 5, 5),
    "the scores": (5, 5, 8),
    "pad[:, ____, :]": (5, 1, 5),
    "E": (9, 8),
}
