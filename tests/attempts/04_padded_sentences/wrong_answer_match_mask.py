# points: 9
# says: axis of size 1 between them
# why: Mask without its new axis.
# %% answer-match
shapes = {
    "E[X]": (5, 5, 8),
    "the scores": (5, 5, 5),
    "pad[:, ____, :]": (5, 5),
    "E": (9, 8),
}
