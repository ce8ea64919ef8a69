# points: 9
# says: There is no answer for scores[:, 0] yet
# why: Leaves one out.
# %% answer-shapes
shapes = {
    "q": (2, 8, 10, 64),
    "k": (2, 8, 12, 64),
    "scores": (2, 8, 10, 12),
    "scores[0, 0, 0]": (12,),
}
