# points: 9
# says: D was summed
# why: Takes the scores for q's shape.
# %% answer-shapes
shapes = {
    "q": (2, 8, 10, 64),
    "k": (2, 8, 12, 64),
    "scores": (2, 8, 10, 64),
    "scores[:, 0]": (2, 10, 12),
    "scores[0, 0, 0]": (12,),
}
