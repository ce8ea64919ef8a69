# points: 9
# says: a sentence, a query and a key
# why: Scores taken for the mask.
# %% answer-match
shapes = {
    "E[X]": (5, 5, 8),
    "the scores": (5, 1, 5),
    "pad[:, ____, :]": (5, 5, 5),
    "E": (9, 8),
}
