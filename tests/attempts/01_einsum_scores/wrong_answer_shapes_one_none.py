# points: 9
# says: There is no answer for k yet
# why: Leaves one None.
# %% answer-shapes
shapes = {
    "q": (2, 8, 10, 64),
    "k": None,
    "scores": (2, 8, 10, 12),
    "scores[:, 0]": (2, 10, 12),
    "scores[0, 0, 0]": (12,),
}
