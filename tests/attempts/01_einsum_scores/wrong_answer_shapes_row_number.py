# points: 9
# says: a score for each key
# why: Forgets the comma of a tuple of one.
# %% answer-shapes
shapes = {
    "q": (2, 8, 10, 64),
    "k": (2, 8, 12, 64),
    "scores": (2, 8, 10, 12),
    "scores[:, 0]": (2, 10, 12),
    "scores[0, 0, 0]": 12,
}
